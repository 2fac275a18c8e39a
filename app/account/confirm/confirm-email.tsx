import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useLocation, useRevalidator } from 'react-router';
import { useLanguage } from '#app/language/language.tsx';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Envelope } from '#app/shared/drawings/envelope.tsx';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { unlistedMeta } from '#app/shared/meta.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { SupportPhone } from '#app/shared/support-phone.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { msg } from '#domain/language/message.ts';
import * as authService from '../auth-service.ts';
import { resendConfirmation } from '../auth-service.ts';
import { AllDone } from '../entry/all-done.tsx';
import { CodeForm, type CodeFormProps } from '../entry/code-form.tsx';
import { DelayedRedirect } from '../entry/delayed-redirect.tsx';
import { EntryLayout } from '../entry/entry-layout.tsx';
import { readEntryState } from '../entry/entry-state.ts';
import {
  type EntryLink,
  isSameLink,
  isUnspent,
  readLink,
  removeLink,
  type TakenLink,
  takeUp,
} from '../entry/mailed-link.ts';
import { PressFirst } from '../entry/press-first.tsx';
import { hasStarted } from '../entry/started-flow.ts';
import { useEmailForm } from '../entry/use-email-form.ts';
import { useOpenedHere } from '../entry/use-opened-here.ts';
import { OfferedAccount } from '../sign-in/offered-account.tsx';
import { confirmEmailUrl, mayTryAgain, secondsToWait } from './confirmation.ts';

export const meta = unlistedMeta('/confirm-email', {
  title: msg`Confirm your email`,
  description: msg`Confirm your email to open your account.`,
});

type Outcome = { state: 'confirmed'; by: TakenLink } | { state: 'failed'; error: unknown };
type Loaded = Outcome | { state: 'waiting' } | { state: 'unpressed'; link: EntryLink };

/**
 * In the browser of the sign-up, the link is redeemed before the page shows, once: a second time it would be refused. Any
 * other browser may be a mail scanner's, so there the page asks for a press.
 */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Loaded> {
  // The fragment is never part of a request.
  const link = readLink('signup', new URL(request.url).search, window.location.hash);
  if (link.kind === 'none') return { state: 'waiting' };
  if (isUnspent(link) && !hasStarted('signup')) return { state: 'unpressed', link };
  return redeem(link);
}
clientLoader.hydrate = true as const;

async function redeem(link: EntryLink): Promise<Outcome> {
  try {
    const by = await takeUp(authService, 'signup', link);
    if (by.kind === 'none' || by.kind === 'refused') throw new Error('The link has nothing to confirm');
    if (isUnspent(link)) removeLink();
    return { state: 'confirmed', by };
  } catch (error) {
    if (link.kind !== 'refused') console.warn('The link was not accepted', error);
    return { state: 'failed', error };
  }
}

export function HydrateFallback() {
  return <Loading />;
}

export default function ConfirmEmailPage() {
  const { t } = useLingui();
  const loaded = useLoaderData<typeof clientLoader>();
  const signedIn = useSession().status === 'signed-in';
  /** What the press gave, and for which link: another one may be opened on the same page. */
  const [pressed, setPressed] = useState<{ link: EntryLink; outcome: Outcome } | null>(null);
  const [byCode, setByCode] = useState(false);
  const [taken, setTaken] = useState(false);
  const isPressed = pressed && loaded.state === 'unpressed' && isSameLink(pressed.link, loaded.link);
  const outcome = isPressed ? pressed.outcome : loaded;
  useOpenedHere();

  async function press(link: EntryLink): Promise<string | null> {
    const redeemed = await redeem(link);
    if (redeemed.state === 'failed' && mayTryAgain(redeemed.error)) return messageOf(redeemed.error, t);
    setPressed({ link, outcome: redeemed });
    return null;
  }

  if (outcome.state === 'unpressed') {
    return (
      <PressFirst
        title={t`Confirm your email`}
        lead={t`Press the button to finish signing up.`}
        label={t`Confirm my email`}
        onPress={() => press(outcome.link)}
      />
    );
  }
  if (outcome.state === 'confirmed' && outcome.by.kind === 'offered' && !taken) {
    return <OfferedAccount offer={outcome.by.offer} onTaken={() => setTaken(true)} />;
  }
  // The server issues a code, also for another browser, only after it has confirmed the address.
  if (outcome.state === 'confirmed') return <Confirmed signedIn={taken || outcome.by.kind === 'signed-in'} />;
  if (byCode) return <Confirmed signedIn />;
  if (outcome.state === 'failed') {
    return <Failed again={mayTryAgain(outcome.error)} signedIn={signedIn} />;
  }
  // Signed in while waiting: the link was opened in another tab.
  return signedIn ? <Confirmed signedIn /> : <Waiting onConfirmed={() => setByCode(true)} />;
}

/** How long the success message shows before the account opens. */
const SUCCESS_MS = 2000;

/** After the sign-up: the email with the link was sent. */
function Waiting({ onConfirmed }: { onConfirmed: () => void }) {
  const office = useOffice();
  const { t } = useLingui();
  const { email, mailedAt } = readEntryState(useLocation().state);
  return (
    <EntryLayout
      title={t`Check your email`}
      lead={
        email ? (
          <Trans>
            We sent a link to <strong className="font-semibold break-words text-ink">{email}</strong>. Open it
            to finish signing up.
          </Trans>
        ) : (
          t`Open the link we sent you to finish signing up.`
        )
      }
      aside={<Picture />}
    >
      <ul className="mb-8 flex list-disc flex-col gap-2 pl-5">
        <li>{t`The email comes from ${{ office: office.name }} and may take a minute to arrive.`}</li>
        <li>{t`Not in your inbox? Check your spam or junk folder.`}</li>
        <li>{t`You can’t log in until your email is confirmed.`}</li>
      </ul>
      <ConfirmByHand key={email} email={email} mailedAt={mailedAt} onConfirmed={onConfirmed} />
      <p className="mt-8 text-muted">
        <Trans>
          Already confirmed?{' '}
          <SmartLink to="/login" className="link">
            Log in
          </SmartLink>
        </Trans>
      </p>
      <p className="mt-2 text-muted">
        <Trans>
          Wrong email address?{' '}
          <SmartLink to="/signup" className="link">
            Sign up again
          </SmartLink>
        </Trans>
      </p>
    </EntryLayout>
  );
}

/** `signedIn` is false if the link was opened in another browser than the one of the sign-up. */
function Confirmed({ signedIn }: { signedIn: boolean }) {
  const { t } = useLingui();
  return (
    <EntryLayout
      takesOver
      title={t`Email Confirmed`}
      lead={signedIn ? t`Your account is ready. Taking you there now.` : t`Thank you! You can log in now.`}
      aside={<Picture />}
    >
      <DelayedRedirect to="/account" after={SUCCESS_MS} />
      <AllDone to="/account" label={t`Go to Account`} />
    </EntryLayout>
  );
}

/** `again`: whether the link may still work, since there was no response. */
function Failed({ again, signedIn }: { again: boolean; signedIn: boolean }) {
  const { t } = useLingui();
  const revalidator = useRevalidator();
  return (
    <EntryLayout
      title={t`Confirmation Error`}
      lead={t`There was an error confirming your email. The link may have expired or already been used.`}
      aside={<Picture />}
    >
      <p role="alert">
        <Trans>
          Please try logging in, or contact support at <SupportPhone /> if the issue persists.
        </Trans>
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {again && (
          <Button onPress={() => void revalidator.revalidate()} busy={revalidator.state === 'loading'}>
            <Trans>Try the link again</Trans>
          </Button>
        )}
        <LinkButton to={signedIn ? '/account' : '/login'} variant={again ? 'secondary' : 'primary'}>
          {signedIn ? t`Go to Account` : t`Go to login`}
        </LinkButton>
      </div>
      {!signedIn && (
        <>
          <h2 className="mt-12 mb-4 text-lg">{t`Need a new link?`}</h2>
          <ConfirmByHand email="" mailedAt={0} />
        </>
      )}
    </EntryLayout>
  );
}

function Picture() {
  return <Envelope className="mx-auto w-full max-w-xs text-action lg:max-w-sm" />;
}

interface ConfirmByHandProps {
  /** From the sign-up. If it is empty, there is a field for it. */
  email: string;
  /** When the last email was sent, in milliseconds since 1970. */
  mailedAt: number;
  /** If it is set, there is a field for the code from the email. */
  onConfirmed?: () => void;
}

/** For a person who can't open the link here: enter the code from the email, or send the email again. */
function ConfirmByHand({ email: knownEmail, mailedAt, onConfirmed }: ConfirmByHandProps) {
  const { t } = useLingui();
  const { control, checkedEmail } = useEmailForm(knownEmail);
  return (
    <div className="flex flex-col gap-6">
      {!knownEmail && (
        <FormField
          control={control}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          label={t`Email you used to sign up`}
        />
      )}
      <ResendLink checkedEmail={checkedEmail} mailedAt={mailedAt} />
      {onConfirmed && <CodeForm type="signup" checkedEmail={checkedEmail} onConfirmed={onConfirmed} />}
    </div>
  );
}

/** How long a person waits between two emails. The server has its own limit. */
const PAUSE_SECONDS = 60;

function ResendLink({
  checkedEmail,
  mailedAt,
}: Pick<ConfirmByHandProps, 'mailedAt'> & Pick<CodeFormProps, 'checkedEmail'>) {
  const { t } = useLingui();
  const language = useLanguage();
  const [enabledAt, setEnabledAt] = useState(mailedAt + PAUSE_SECONDS * 1000);
  const [outcome, setOutcome] = useState<{ kind: 'success' | 'danger'; text: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const seconds = useSecondsUntil(enabledAt);

  async function send(): Promise<void> {
    const email = await checkedEmail();
    if (!email) return;
    setBusy(true);
    setOutcome(null);
    let seconds = PAUSE_SECONDS;
    try {
      await resendConfirmation(email, confirmEmailUrl(language));
      // The same whether or not there is such an account.
      const text = t`If ${email} still needs to be confirmed, we’ve sent a new email.`;
      setOutcome({ kind: 'success', text });
    } catch (error) {
      setOutcome({ kind: 'danger', text: messageOf(error, t) });
      seconds = secondsToWait(error);
    }
    setBusy(false);
    setEnabledAt(Date.now() + seconds * 1000);
  }

  return (
    <div className="flex flex-col items-start gap-4">
      <Button variant="secondary" busy={busy} isDisabled={seconds > 0} onPress={() => void send()}>
        {seconds > 0 ? t`Send the email again in ${seconds} s` : t`Send the email again`}
      </Button>
      {outcome && (
        <Banner kind={outcome.kind} announce className="w-full">
          {outcome.text}
        </Banner>
      )}
    </div>
  );
}

/** Whole seconds until a time (milliseconds since 1970), counting down to 0. */
function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((time - now) / 1000));

  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), (time - now) % 1000 || 1000);
    return () => clearTimeout(timer);
  }, [time, now, left]);

  return left;
}
