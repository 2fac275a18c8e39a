import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { useLoaderData, useNavigate } from 'react-router';
import { visitorAuthCall } from '#app/shared/api/auth-call.ts';
import { Envelope } from '#app/shared/drawings/envelope.tsx';
import { Seal } from '#app/shared/drawings/seal.tsx';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { FormProblem } from '#app/shared/forms/form-problem.tsx';
import { z } from '#app/shared/forms/zod.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { EntryLayout } from '../entry/entry-layout.tsx';
import { Help } from '../entry/help.tsx';
import {
  blankNewPassword,
  isComplete,
  NewPasswordFields,
  newPasswordShape,
} from '../recovery/new-password-fields.tsx';
import {
  acceptSession,
  linkToken,
  type Opened,
  openLink,
  showLinkProblem,
  type Tokens,
} from './link-token.ts';
import { RefusedLink } from './refused-link.tsx';

export const meta = () =>
  pageMeta({
    title: 'The first super user',
    description: 'Create the account that manages this portal.',
    path: '/first-super',
    index: false,
  });

const title = 'Create the first account';
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

/** The server checks the names and the address. */
const schema = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  ...newPasswordShape,
});
const blank = { first_name: '', last_name: '', email: '', ...blankNewPassword };

function Entry({ facts, onSent }: { facts: Facts; onSent: (email: string) => void }) {
  const navigate = useNavigate();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: blank });
  const { control } = form;
  const values = { ...blank, ...useWatch({ control }) };
  const { first_name, last_name, email } = values;
  const isNamed = [first_name, last_name, email].every((value) => value.trim() !== '');

  const submit = form.handleSubmit(async ({ newPassword, newPasswordAgain: _, ...person }) => {
    try {
      const answer = await visitorAuthCall<Tokens | { confirmation_sent_to: string }>('first-super', {
        ...person,
        token: linkToken(),
        password: newPassword,
      });
      if ('confirmation_sent_to' in answer) return onSent(answer.confirmation_sent_to);
      await acceptSession(answer);
      void navigate('/manage/office', { replace: true });
    } catch (error) {
      showLinkProblem(form.setError, error, refused);
    }
  });

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
      <FormProvider {...form}>
        <form method="post" noValidate className="flex flex-col gap-5" onSubmit={submit}>
          <FormField
            control={control}
            name="first_name"
            label="First name"
            autoComplete="given-name"
            maxLength={100}
          />
          <FormField
            control={control}
            name="last_name"
            label="Last name"
            autoComplete="family-name"
            maxLength={100}
          />
          <FormField
            control={control}
            name="email"
            label="Email"
            type="email"
            autoComplete="username"
            maxLength={255}
          />
          <NewPasswordFields knownAbout={[first_name, last_name, email.split('@')[0] ?? '']} />
          <FormProblem control={control} />
          <Button
            type="submit"
            size="large"
            busy={form.formState.isSubmitting}
            isDisabled={!isComplete(values) || !isNamed}
            className="sm:self-start"
          >
            Create my account
          </Button>
        </form>
      </FormProvider>
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
