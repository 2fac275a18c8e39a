import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { business } from '#app/business.ts';
import { visitorAuthCall } from '#app/shared/api/auth-call.ts';
import { Envelope } from '#app/shared/drawings/envelope.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { AllDone } from '../entry/all-done.tsx';
import { EntryLayout } from '../entry/entry-layout.tsx';
import { Help } from '../entry/help.tsx';
import { linkProblem, linkToken, type Opened, openLink } from './link-token.ts';
import { RefusedLink } from './refused-link.tsx';

export const meta = () =>
  pageMeta({
    title: 'Confirm your address',
    description: 'Confirm the email address of your account.',
    path: '/confirm-address',
    index: false,
  });

const title = 'Is this your address?';
const refused = 'This link was used already, has expired, or was withdrawn. Please call the office.';

/** The link itself is used by the button only: a mail scanner that opens it changes nothing. */
export function clientLoader(): Promise<Opened<{ token: string }>> {
  return openLink(async (token) => ({ token }), refused);
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <Loading />;
}

export default function ConfirmAddressPage() {
  const opened = useLoaderData<typeof clientLoader>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [email, setEmail] = useState<string | null>(null);

  async function confirm(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      const done = await visitorAuthCall<{ email: string }>('email-correction', { token: linkToken() });
      setEmail(done.email);
    } catch (error) {
      setProblem(linkProblem(error, refused));
    } finally {
      setBusy(false);
    }
  }

  if (opened.state === 'refused') return <RefusedLink title={title} problem={opened.problem} />;
  if (email !== null) return <Done email={email} />;
  return (
    <EntryLayout
      title={title}
      lead={`${business.name} has this address on file for you. Confirm that it is yours, and we will use it from now on.`}
      aside={<Help picture={Envelope} />}
    >
      {problem && (
        <Banner kind="danger" announce className="mb-6">
          {problem}
        </Banner>
      )}
      <Button size="large" busy={busy} onPress={() => void confirm()} className="w-full sm:w-auto">
        Use this address
      </Button>
    </EntryLayout>
  );
}

function Done({ email }: { email: string }) {
  return (
    <EntryLayout
      takesOver
      title="Your address is confirmed"
      lead={
        <>
          From now on you log in with <strong className="break-words">{email}</strong> and your current
          password.
        </>
      }
      aside={<Help picture={Envelope} />}
    >
      <AllDone to="/login" label="Log in" />
    </EntryLayout>
  );
}
