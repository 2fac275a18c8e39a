import { useState } from 'react';
import { useLoaderData, useNavigate } from 'react-router';
import { visitorAuthCall } from '#app/shared/api/auth-call.ts';
import { Envelope } from '#app/shared/drawings/envelope.tsx';
import { Seal } from '#app/shared/drawings/seal.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { EntryLayout } from '../entry/entry-layout.tsx';
import { Help } from '../entry/help.tsx';
import { NewPasswordFields } from '../recovery/new-password-fields.tsx';
import { linkToken, type Opened, openLink, type Tokens, takeSession } from './link-token.ts';
import { RefusedLink } from './refused-link.tsx';
import { useLinkForm } from './use-link-form.ts';

export const meta = () =>
  pageMeta({
    title: 'The first super user',
    description: 'Make the account that runs this portal.',
    path: '/first-super',
    index: false,
  });

const title = 'Make the first account';
const refused =
  'This link has expired, or there is a super user already. If there is none, the portal prints a new link when it starts.';

interface Facts {
  confirms_by_mail: boolean;
}

export function clientLoader(): Promise<Opened<Facts>> {
  return openLink((token) => visitorAuthCall<Facts>('first-super/check', { token }), refused);
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <Loading text="Checking your link..." />;
}

export const shouldRevalidate = () => false;

export default function FirstSuperPage() {
  const opened = useLoaderData<typeof clientLoader>();
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (opened.state === 'refused') return <RefusedLink title={title} problem={opened.problem} />;
  if (sentTo !== null) return <Sent email={sentTo} onBack={() => setSentTo(null)} />;
  return <Entry facts={opened.facts} onSent={setSentTo} />;
}

const nobody = { first_name: '', last_name: '', email: '' };

function Entry({ facts, onSent }: { facts: Facts; onSent: (email: string) => void }) {
  const navigate = useNavigate();
  const [person, setPerson] = useState(nobody);
  const set = (name: keyof typeof nobody) => (value: string) => setPerson({ ...person, [name]: value });
  const form = useLinkForm(async (password) => {
    const answer = await visitorAuthCall<Tokens | { confirmation_sent_to: string }>('first-super', {
      ...person,
      token: linkToken(),
      password,
    });
    if ('confirmation_sent_to' in answer) return onSent(answer.confirmation_sent_to);
    await takeSession(answer);
    void navigate('/manage/office', { replace: true });
  }, refused);
  const isNamed = Object.values(person).every((value) => value.trim() !== '');
  return (
    <EntryLayout
      title={title}
      lead={
        facts.confirms_by_mail
          ? 'You will be the super user, who invites everyone else. First we send you a mail to make sure that the address is yours.'
          : 'You will be the super user, who invites everyone else.'
      }
      aside={<Help picture={Seal} />}
    >
      <form
        method="post"
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isNamed) void form.submit();
        }}
      >
        <TextField
          label="First name"
          name="first_name"
          autoComplete="given-name"
          maxLength={100}
          value={person.first_name}
          onChange={set('first_name')}
        />
        <TextField
          label="Last name"
          name="last_name"
          autoComplete="family-name"
          maxLength={100}
          value={person.last_name}
          onChange={set('last_name')}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          maxLength={255}
          value={person.email}
          onChange={set('email')}
        />
        <NewPasswordFields
          value={form.password}
          onChange={form.setPassword}
          error={form.fieldProblem}
          inputRef={form.input}
          knownAbout={[person.first_name, person.last_name, person.email.split('@')[0] ?? '']}
        />
        {form.problem && (
          <Banner kind="danger" announce>
            {form.problem}
          </Banner>
        )}
        <Button
          type="submit"
          size="large"
          busy={form.busy}
          isDisabled={!form.ready || !isNamed}
          className="sm:self-start"
        >
          Make my account
        </Button>
      </form>
    </EntryLayout>
  );
}

function Sent({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <EntryLayout
      takesOver
      title="Now check your mail"
      lead={
        <>
          We sent a link to <strong className="break-words">{email}</strong>. Open it within an hour: then you
          are the super user.
        </>
      }
      aside={<Help picture={Envelope} />}
    >
      <p className="mb-4 text-muted">
        Is the address wrong? Go back and enter it again: this link still works.
      </p>
      <Button variant="secondary" onPress={onBack}>
        Go back
      </Button>
    </EntryLayout>
  );
}
