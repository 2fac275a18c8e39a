import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import {
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
} from 'react-router';
import { supabase } from '#app/shared/api/supabase.ts';
import { useHistoryState } from '#app/shared/browser/use-history-state.ts';
import { useNavigate } from '#app/shared/language/links.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { bareAuth } from '#app/shared/session/bare-auth.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { msg } from '#domain/language/message.ts';
import { OfferedAccount } from '../sign-in/offered-account.tsx';
import { type OpenedLink, openResetLink, readResetLink } from './reset-link.ts';
import { InvalidLink, NewPasswordScreen, SecondStep, Updated } from './reset-states.tsx';

export const meta = pageMeta(() => ({
  title: msg`Choose a new password`,
  description: msg`Choose a new password for your account.`,
  path: '/reset-password',
  index: false,
}));

/** The link is redeemed before the page shows, once: a second time it may be refused. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<OpenedLink> {
  // The fragment is never part of a request.
  const link = readResetLink(new URL(request.url).search, window.location.hash);
  const bare = bareAuth();
  return openResetLink(supabase.auth, (token) => bare.verifyOtp(token), link);
}
clientLoader.hydrate = true as const;

/** Only when the link is tried again, not when it is removed from the URL. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return nextUrl.href === currentUrl.href || readResetLink(nextUrl.search, nextUrl.hash).kind !== 'none';
}

export function HydrateFallback() {
  return <CheckingLink />;
}

export default function ResetPasswordPage() {
  const opened = useLoaderData<typeof clientLoader>();
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

/** Whether a link was accepted in this history entry. */
function hasRecovered(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'recovered' in state && state.recovered === true;
}
