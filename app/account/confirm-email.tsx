import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { useSession } from '#app/client/session.tsx';
import { supabase } from '#app/client/supabase.ts';
import { pageMeta } from '#app/site/meta.ts';
import { Loading } from '#app/ui/loading.tsx';
import { Confirmed, Failed, Waiting } from './confirm-states.tsx';
import { confirmEmail, mayTryAgain, readConfirmationLink } from './confirmation.ts';

export const meta = () =>
  pageMeta({
    title: 'Confirm your email',
    description: 'Confirm your email to open your account.',
    path: '/confirm-email',
    index: false,
  });

type Outcome =
  | { state: 'waiting' }
  | { state: 'confirmed'; signedIn: boolean }
  | { state: 'failed'; again: boolean };

/** The link is redeemed before the page shows, once: a second time it would be refused. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Outcome> {
  // The fragment is never part of a request.
  const link = readConfirmationLink(new URL(request.url).search, window.location.hash);
  if (link.kind === 'none') return { state: 'waiting' };
  if (link.kind === 'refused') return { state: 'failed', again: false };
  try {
    return { state: 'confirmed', signedIn: (await confirmEmail(supabase.auth, link)) === 'signed-in' };
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
  if (outcome.state === 'confirmed') return <Confirmed signedIn={outcome.signedIn} />;
  if (byCode) return <Confirmed signedIn />;
  if (outcome.state === 'failed') {
    return <Failed again={outcome.again} signedIn={signedIn} />;
  }
  // Signed in while waiting: the link was opened in another tab.
  return signedIn ? <Confirmed signedIn /> : <Waiting onConfirmed={() => setByCode(true)} />;
}
