import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import {
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useRevalidator,
} from 'react-router';
import { useNavigate } from '#app/language/links.tsx';
import { useHistoryState } from '#app/shared/browser/use-history-state.ts';
import { asRecord } from '#app/shared/drafts/stored-value.ts';
import { Envelope } from '#app/shared/drawings/envelope.tsx';
import { Seal } from '#app/shared/drawings/seal.tsx';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { FormProblem } from '#app/shared/forms/form-problem.tsx';
import { unlistedMeta } from '#app/shared/meta.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { msg } from '#domain/language/message.ts';
import * as authService from '../auth-service.ts';
import { AllDone } from '../entry/all-done.tsx';
import { CodeForm } from '../entry/code-form.tsx';
import { DelayedRedirect } from '../entry/delayed-redirect.tsx';
import { EntryLayout } from '../entry/entry-layout.tsx';
import { type EntryLink, isSameLink, isUnspent, readLink } from '../entry/mailed-link.ts';
import { PressFirst } from '../entry/press-first.tsx';
import { useEmailForm } from '../entry/use-email-form.ts';
import { useOpenedHere } from '../entry/use-opened-here.ts';
import { OfferedAccount } from '../sign-in/offered-account.tsx';
import { SecondFactorStep } from '../sign-in/second-factor-step.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { type OpenedLink, openResetLink, type ResetLinkProblem, resetLinkTexts } from './reset-link.ts';
import { useNewPassword } from './use-new-password.ts';

export const meta = unlistedMeta('/reset-password', {
  title: msg`Choose a new password`,
  description: msg`Choose a new password for your account.`,
});

/** What was opened, or a link whose button is still to be pressed: mail scanners open it too. */
export async function clientLoader({
  request,
}: ClientLoaderFunctionArgs): Promise<OpenedLink | { unpressed: EntryLink }> {
  // The fragment is never part of a request.
  const link = readLink('recovery', new URL(request.url).search, window.location.hash);
  return isUnspent(link) ? { unpressed: link } : openResetLink(authService, link);
}
clientLoader.hydrate = true as const;

/** Only when the link is tried again, not when it is removed from the URL. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return (
    nextUrl.href === currentUrl.href || readLink('recovery', nextUrl.search, nextUrl.hash).kind !== 'none'
  );
}

export function HydrateFallback() {
  return <CheckingLink />;
}

export default function ResetPasswordPage() {
  const { t } = useLingui();
  const loaded = useLoaderData<typeof clientLoader>();
  /** What was opened, and by which link: another one may be opened on the same page. */
  const [pressed, setPressed] = useState<{ link: EntryLink; opened: OpenedLink } | null>(null);
  useOpenedHere();

  async function press(link: EntryLink): Promise<string | null> {
    const opened = await openResetLink(authService, link);
    if (opened.kind === 'unreachable') return t(resetLinkTexts.unreachable);
    setPressed({ link, opened });
    return null;
  }

  if (!('unpressed' in loaded)) return <Opened link={loaded} />;
  if (pressed && isSameLink(pressed.link, loaded.unpressed)) return <Opened link={pressed.opened} />;
  return (
    <PressFirst
      title={t`Choose a new password`}
      lead={t`Press the button to go on. The link works once.`}
      label={t`Continue`}
      onPress={() => press(loaded.unpressed)}
    />
  );
}

function Opened({ link: opened }: { link: OpenedLink }) {
  const { t } = useLingui();
  const { status, secondFactor } = useSession();
  const recovered = asRecord(useHistoryState())?.recovered === true;
  const navigate = useNavigate();
  const [done, setDone] = useState(false);
  const [taken, setTaken] = useState(false);
  const offer = opened.kind === 'offered' && !taken ? opened.offer : null;
  const problem = opened.kind === 'offered' || opened.kind === 'signed-in' ? null : opened.kind;

  useEffect(() => {
    // Removes the tokens from the URL. A reload still shows the form.
    if (problem === null && offer === null && !recovered) {
      void navigate('/reset-password', { replace: true, state: { recovered: true } });
    }
  }, [problem, offer, recovered, navigate]);

  if (done) return <Updated />;
  if (offer !== null && !recovered) return <OfferedAccount offer={offer} onTaken={() => setTaken(true)} />;
  if (problem !== null && !(recovered && status !== 'signed-out')) return <InvalidLink problem={problem} />;
  if (status === 'loading') return <CheckingLink />;
  if (status === 'signed-out') return <InvalidLink problem="no-session" />;
  // Access to the mailbox is not enough to change the password of a person who set up a second factor.
  if (secondFactor === 'missing') {
    return (
      <EntryLayout title={t`Enter a code`} picture={Seal}>
        <SecondFactorStep />
      </EntryLayout>
    );
  }
  return <NewPasswordScreen onSaved={() => setDone(true)} />;
}

function CheckingLink() {
  const { t } = useLingui();
  return <Loading text={t`Checking your link...`} />;
}

/** How long the success message shows before the account opens. */
const SUCCESS_MS = 3000;

function InvalidLink({ problem }: { problem: ResetLinkProblem }) {
  const { t } = useLingui();
  const revalidator = useRevalidator();
  const navigate = useNavigate();
  const again = problem === 'unreachable';
  return (
    <EntryLayout title={t`Choose a new password`} picture={Envelope}>
      <Problem>{t(resetLinkTexts[problem])}</Problem>
      <div className="mt-6 flex flex-wrap gap-3">
        {again && (
          <Button onPress={() => void revalidator.revalidate()} busy={revalidator.state === 'loading'}>
            <Trans>Try the link again</Trans>
          </Button>
        )}
        <LinkButton to="/password-reset" variant={again ? 'secondary' : 'primary'}>
          <Trans>Send me a new link</Trans>
        </LinkButton>
        <LinkButton to="/login" variant="quiet">
          <Trans>Back to login</Trans>
        </LinkButton>
      </div>
      {problem === 'other-browser' && (
        <CodeByHand onConfirmed={() => void navigate('/reset-password', { state: { recovered: true } })} />
      )}
    </EntryLayout>
  );
}

function NewPasswordScreen({ onSaved }: { onSaved: () => void }) {
  const { t } = useLingui();
  const { user, profile } = useSession();
  const { form, submit, busy, ready } = useNewPassword({ onSaved });
  const email = user?.email ?? '';
  return (
    <EntryLayout
      title={t`Choose a new password`}
      lead={
        <Trans>
          For <span className="break-words">{email}</span>. You’ll need to log in again on your other devices.
        </Trans>
      }
      picture={Seal}
    >
      <FormProvider {...form}>
        <form method="post" noValidate className="flex flex-col gap-5" onSubmit={submit}>
          {/* For password managers: the account of the password. */}
          <input type="email" name="email" autoComplete="username" defaultValue={email} hidden />
          <NewPasswordFields
            knownAbout={[profile?.first_name ?? '', profile?.last_name ?? '', email.split('@')[0] ?? '']}
          />
          <FormProblem control={form.control} />
          <Button
            type="submit"
            size="large"
            busy={busy}
            isDisabled={!ready}
            className="w-full sm:w-auto sm:self-start"
          >
            {busy ? t`Updating...` : t`Update my password`}
          </Button>
        </form>
      </FormProvider>
    </EntryLayout>
  );
}

function Updated() {
  const { t } = useLingui();
  return (
    <EntryLayout
      takesOver
      title={t`Password updated`}
      lead={t`Your new password works now. Taking you to your account.`}
      picture={Seal}
    >
      <DelayedRedirect to="/account" after={SUCCESS_MS} />
      <AllDone to="/account" label={t`Go to Account`} />
    </EntryLayout>
  );
}

/** The code from a recovery email, for a link that doesn't work here because another browser asked for it. */
function CodeByHand({ onConfirmed }: { onConfirmed: () => void }) {
  const { t } = useLingui();
  const { control, checkedEmail } = useEmailForm();
  return (
    <div className="mt-10 flex flex-col gap-6">
      <FormField
        control={control}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        label={t`Your email`}
      />
      <CodeForm type="recovery" checkedEmail={checkedEmail} onConfirmed={onConfirmed} />
    </div>
  );
}
