import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { readEntryState } from '#app/shared/browser/navigation-state.ts';
import { useHistoryState } from '#app/shared/browser/use-history-state.ts';
import { Envelope } from '#app/shared/drawings/envelope.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { SupportPhone } from '#app/shared/support-phone.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { CodeForm } from '../entry/code-form.tsx';
import { EntryLayout } from '../entry/entry-layout.tsx';
import { email as emailRule } from '../sign-up/sign-up-rules.ts';
import { sendRecoveryMail } from './recovery-mail.ts';

export const meta = () =>
  pageMeta({
    title: 'Reset your password',
    description: 'Get a link by email and choose a new password.',
    path: '/password-reset',
    index: false,
  });

export default function PasswordResetPage() {
  const { email } = readEntryState(useHistoryState());
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <Sent email={sentTo} />;
  return <Request key={email} known={email} onSent={setSentTo} />;
}

function Request({ known, onSent }: { known: string; onSent: (email: string) => void }) {
  const [email, setEmail] = useState(known);
  const [fieldProblem, setFieldProblem] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function send(): Promise<void> {
    if (busy) return;
    setProblem(null);
    const read = emailRule.safeParse(email);
    setFieldProblem(read.error?.issues[0]?.message);
    if (!read.success) {
      input.current?.focus();
      return;
    }
    setBusy(true);
    const error = await sendRecoveryMail(read.data).catch((thrown: unknown) => thrown);
    setBusy(false);
    if (error) setProblem(messageOf(error));
    else onSent(read.data);
  }

  return (
    <EntryLayout
      title="Reset your password"
      lead="Type your email, and we send you a link that lets you choose a new password."
      aside={<Help />}
    >
      <form
        method="post"
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextField
          id="email"
          name="email"
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          error={fieldProblem}
          inputRef={input}
        />
        {problem && (
          <Banner kind="danger" announce>
            {problem}
          </Banner>
        )}
        <div className="flex flex-col gap-4 sm:flex-row sm:items-center sm:gap-6">
          <Button type="submit" size="large" busy={busy} className="w-full sm:w-auto">
            {busy ? 'Sending...' : 'Send me the link'}
          </Button>
          <SmartLink to="/login" state={{ email }} className="link self-start py-2 sm:self-auto">
            Back to login
          </SmartLink>
        </div>
      </form>
    </EntryLayout>
  );
}

function Sent({ email }: { email: string }) {
  const navigate = useNavigate();
  return (
    <EntryLayout
      takesOver
      title="Check your email"
      lead={
        <>
          If there is an account for <strong className="font-semibold break-words text-ink">{email}</strong>,
          a link is on its way to it. Open it to choose a new password.
        </>
      }
      aside={<Help />}
    >
      <ul className="mb-8 flex list-disc flex-col gap-2 pl-5">
        <li>It may take a minute. Not in your inbox? Look in the spam or junk folder.</li>
        <li>The link works once, within one hour, on any of your devices.</li>
      </ul>
      <LinkButton to="/login" state={{ email }} variant="secondary" className="mb-8">
        Back to login
      </LinkButton>
      <CodeForm
        type="recovery"
        label="Choose a new password"
        checkedEmail={() => email}
        onConfirmed={() => void navigate('/reset-password', { state: { recovered: true } })}
      />
    </EntryLayout>
  );
}

function Help() {
  return (
    <div className="flex max-w-md flex-col gap-10">
      <Envelope className="hidden w-64 text-action lg:block" />
      <section>
        <h2 className="text-lg">Can't get at that mailbox any more?</h2>
        <p className="mt-2 text-muted">
          Call us at <SupportPhone />. We never ask for your password by email or phone.
        </p>
      </section>
    </div>
  );
}
