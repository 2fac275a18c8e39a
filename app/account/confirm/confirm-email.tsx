import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { unlistedMeta } from '#app/shared/meta.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { msg } from '#domain/language/message.ts';
import * as authService from '../auth-service.ts';
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
import { useOpenedHere } from '../entry/use-opened-here.ts';
import { OfferedAccount } from '../sign-in/offered-account.tsx';
import { Confirmed, Failed, Waiting } from './confirm-states.tsx';
import { mayTryAgain } from './confirmation.ts';

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
