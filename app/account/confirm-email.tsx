import { CircleCheck } from 'lucide-react';
import { type ClientLoaderFunctionArgs, useLoaderData, useLocation, useRevalidator } from 'react-router';
import { business } from '#app/business.ts';
import { supabase } from '#app/client/supabase.ts';
import { Envelope } from '#app/site/drawings/envelope.tsx';
import { pageMeta } from '#app/site/meta.ts';
import { Button } from '#app/ui/button.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Loading } from '#app/ui/loading.tsx';
import { SmartLink } from '#app/ui/smart-link.tsx';
import { confirmEmail, mayTryAgain, readConfirmationLink } from './confirmation.ts';
import { EntryLayout } from './entry-layout.tsx';
import { GoLater } from './go-later.tsx';
import { readEntryState } from './navigation-state.ts';
import { ResendLink } from './resend-link.tsx';
import { SupportPhone } from './support-phone.tsx';

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

/** How long the good news stays before the account opens by itself. */
const showSuccessFor = 2000;

export default function ConfirmEmailPage() {
  const outcome = useLoaderData<typeof clientLoader>();
  if (outcome.state === 'confirmed') return <Confirmed signedIn={outcome.signedIn} />;
  if (outcome.state === 'failed') return <Failed again={outcome.again} />;
  return <Waiting />;
}

function Waiting() {
  const { email, mailedAt } = readEntryState(useLocation().state);
  return (
    <EntryLayout
      title="Check your email"
      lead={
        email ? (
          <>
            We sent a link to <strong className="font-semibold break-words text-ink">{email}</strong>. Open it
            to finish.
          </>
        ) : (
          'Open the link that we sent you to finish.'
        )
      }
      aside={<Picture />}
    >
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>The mail comes from {business.name} and may take a minute.</li>
        <li>Not in your inbox? Look in the spam or junk folder.</li>
        <li>You can't log in until your email is confirmed.</li>
      </ul>
      <div className="mt-8">
        <ResendLink key={email} email={email} mailedAt={mailedAt} />
      </div>
      <p className="mt-8 text-muted">
        Confirmed already?{' '}
        <SmartLink to="/login" className="link">
          Log in
        </SmartLink>
      </p>
    </EntryLayout>
  );
}

function Confirmed({ signedIn }: { signedIn: boolean }) {
  return (
    <EntryLayout
      title="Email Confirmed"
      lead={
        signedIn ? 'Your account is open. We are taking you there now.' : 'Thank you. You can log in now.'
      }
      aside={<Picture />}
    >
      <GoLater to="/account" after={showSuccessFor} />
      <p role="status" className="mb-6 flex items-center gap-3 font-semibold text-success">
        <CircleCheck size={28} aria-hidden />
        All done
      </p>
      <LinkButton to="/account" size="large" replace>
        Go to Account
      </LinkButton>
    </EntryLayout>
  );
}

function Failed({ again }: { again: boolean }) {
  const revalidator = useRevalidator();
  return (
    <EntryLayout
      title="Confirmation Error"
      lead="There was an error confirming your email. The link may have expired or already been used."
      aside={<Picture />}
    >
      <p role="alert">
        Please try logging in, or contact support at <SupportPhone /> if the issue persists.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {again && (
          <Button onPress={() => void revalidator.revalidate()} busy={revalidator.state === 'loading'}>
            Try the link again
          </Button>
        )}
        <LinkButton to="/login" variant={again ? 'secondary' : 'primary'}>
          Go to login
        </LinkButton>
      </div>
      <h2 className="mt-12 mb-4 text-lg">Need a new link?</h2>
      <ResendLink email="" mailedAt={0} />
    </EntryLayout>
  );
}

function Picture() {
  return <Envelope className="mx-auto w-full max-w-xs text-action lg:max-w-sm" />;
}
