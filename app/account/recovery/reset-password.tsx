import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import {
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
} from 'react-router';
import { useNavigate } from '#app/language/links.tsx';
import { useHistoryState } from '#app/shared/browser/use-history-state.ts';
import { unlistedMeta } from '#app/shared/meta.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { msg } from '#domain/language/message.ts';
import * as authService from '../auth-service.ts';
import { type EntryLink, isSameLink, isUnspent, readLink } from '../entry/mailed-link.ts';
import { PressFirst } from '../entry/press-first.tsx';
import { useOpenedHere } from '../entry/use-opened-here.ts';
import { OfferedAccount } from '../sign-in/offered-account.tsx';
import { type OpenedLink, openResetLink, resetLinkTexts } from './reset-link.ts';
import { InvalidLink, NewPasswordScreen, SecondStep, Updated } from './reset-states.tsx';

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
    if (opened.problem === 'unreachable') return t(resetLinkTexts.unreachable);
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
  const { problem } = opened;
  const { status, secondFactor } = useSession();
  const recovered = hasRecovered(useHistoryState());
  const navigate = useNavigate();
  const [done, setDone] = useState(false);
  const [taken, setTaken] = useState(false);
  const offer = problem === null && !taken ? opened.offer : null;

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
  if (secondFactor === 'missing') return <SecondStep />;
  return <NewPasswordScreen onSaved={() => setDone(true)} />;
}

function CheckingLink() {
  const { t } = useLingui();
  return <Loading text={t`Checking your link...`} />;
}

function hasRecovered(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'recovered' in state && state.recovered === true;
}
