import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { useLoaderData, useNavigate } from 'react-router';
import { business } from '#app/business.ts';
import { visitorAuthCall } from '#app/shared/api/auth-call.ts';
import { Seal } from '#app/shared/drawings/seal.tsx';
import { FormProblem } from '#app/shared/forms/form-problem.tsx';
import { z } from '#app/shared/forms/zod.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
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
    title: 'Your invitation',
    description: 'Choose a password for your staff account.',
    path: '/invitation',
    index: false,
  });

const refused =
  'This invitation was used already, has expired, or was withdrawn. Ask the person who invited you to send it again.';

const schema = z.object(newPasswordShape);

interface Facts {
  email: string;
  first_name: string;
  last_name: string;
}

export function clientLoader(): Promise<Opened<Facts>> {
  return openLink((token) => visitorAuthCall<Facts>('invitation', { token }), refused);
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <Loading text="Checking your invitation..." />;
}

/** The link is no longer in the address, so it can't be checked again. */
export const shouldRevalidate = () => false;

export default function InvitationPage() {
  const opened = useLoaderData<typeof clientLoader>();
  if (opened.state === 'refused') return <RefusedLink title="Your invitation" problem={opened.problem} />;
  return <Accept facts={opened.facts} />;
}

function Accept({ facts: { email, first_name, last_name } }: { facts: Facts }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: blankNewPassword });
  const ready = isComplete(useWatch({ control: form.control }));

  const submit = form.handleSubmit(async ({ newPassword: password }) => {
    try {
      await acceptSession(
        await visitorAuthCall<Tokens>('invitation/accept', { token: linkToken(), password }),
      );
      void navigate('/manage', { replace: true });
    } catch (error) {
      showLinkProblem(form.setError, error, refused);
    }
  });

  return (
    <EntryLayout
      title={`Welcome, ${first_name}`}
      lead={
        <>
          Choose the password for your account at {business.name}. You sign in with{' '}
          <span className="break-words">{email}</span>.
        </>
      }
      aside={<Help picture={Seal} />}
    >
      <FormProvider {...form}>
        <form method="post" noValidate className="flex flex-col gap-5" onSubmit={submit}>
          {user && (
            <Banner kind="warning">
              You are logged in here as <span className="break-words">{user.email}</span>. This browser then
              changes to the new account.
            </Banner>
          )}
          {/* For password managers: the account of the password. */}
          <input type="email" name="email" autoComplete="username" defaultValue={email} hidden />
          <NewPasswordFields knownAbout={[first_name, last_name, email.split('@')[0] ?? '']} />
          <FormProblem control={form.control} />
          <Button
            type="submit"
            size="large"
            busy={form.formState.isSubmitting}
            isDisabled={!ready}
            className="sm:self-start"
          >
            Open my account
          </Button>
        </form>
      </FormProvider>
    </EntryLayout>
  );
}
