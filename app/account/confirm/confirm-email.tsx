import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { supabase } from '#app/shared/api/supabase.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { bareAuth } from '#app/shared/session/bare-auth.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { msg } from '#domain/language/message.ts';
import { OfferedAccount } from '../sign-in/offered-account.tsx';
import { Confirmed, Failed, Waiting } from './confirm-states.tsx';
import { type Confirmation, confirmEmail, mayTryAgain, readConfirmationLink } from './confirmation.ts';

export const meta = pageMeta(() => ({
  title: msg`Confirm your email`,
  description: msg`Confirm your email to open your account.`,
  path: '/confirm-email',
  index: false,
}));

type Outcome =
  | { state: 'waiting' }
  | { state: 'confirmed'; by: Confirmation }
  | { state: 'failed'; again: boolean };

/** The link is redeemed before the page shows, once: a second time it would be refused. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Outcome> {
  // The fragment is never part of a request.
  const link = readConfirmationLink(new URL(request.url).search, window.location.hash);
  if (link.kind === 'none') return { state: 'waiting' };
  if (link.kind === 'refused') return { state: 'failed', again: false };
  try {
    const bare = bareAuth();
    return {
      state: 'confirmed',
      by: await confirmEmail(supabase.auth, (token) => bare.verifyOtp(token), link),
    };
  } catch (error) {
    console.warn('The link was not accepted', error);
    return { state: 'failed', again: mayTryAgain(error) };
  }
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <Loading />;
}

export default function ConfirmEmailPage() {
  const outcome = useLoaderData<typeof clientLoader>();
  const signedIn = useSession().status === 'signed-in';
  const [byCode, setByCode] = useState(false);
  const [taken, setTaken] = useState(false);
  if (outcome.state === 'confirmed' && outcome.by.kind === 'offered' && !taken) {
    return <OfferedAccount offer={outcome.by.offer} onTaken={() => setTaken(true)} />;
  }
  if (outcome.state === 'confirmed') return <Confirmed signedIn={taken || outcome.by.kind === 'signed-in'} />;
  if (byCode) return <Confirmed signedIn />;
  if (outcome.state === 'failed') {
    return <Failed again={outcome.again} signedIn={signedIn} />;
  }
  // Signed in while waiting: the link was opened in another tab.
  return signedIn ? <Confirmed signedIn /> : <Waiting onConfirmed={() => setByCode(true)} />;
}
