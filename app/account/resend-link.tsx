import { useState } from 'react';
import { messageOf } from '#app/client/error-wording.ts';
import { supabase } from '#app/client/supabase.ts';
import { Banner } from '#app/ui/banner.tsx';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { confirmEmailUrl } from './confirmation.ts';
import { secondsToWait } from './resend-limit.ts';
import { email as emailRule } from './sign-up-rules.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

/** How long a person waits between two mails. The server has its own limit. */
const pauseSeconds = 60;

type Outcome = { kind: 'sent'; email: string } | { kind: 'failed'; message: string } | null;

export interface ResendLinkProps {
  /** Known from the sign-up; otherwise it is asked for. */
  email: string;
  /** When the last mail was asked for, in milliseconds since 1970. */
  mailedAt: number;
}

export function ResendLink({ email: known, mailedAt }: ResendLinkProps) {
  const [email, setEmail] = useState(known);
  const [fieldError, setFieldError] = useState<string>();
  const [openAt, setOpenAt] = useState(mailedAt + pauseSeconds * 1000);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const [busy, setBusy] = useState(false);
  const seconds = useSecondsUntil(openAt);

  async function send(): Promise<void> {
    if (busy || seconds > 0) return;
    const read = emailRule.safeParse(email);
    setFieldError(read.error?.issues[0]?.message);
    if (!read.success) return;
    setBusy(true);
    setOutcome(null);
    const { error } = await supabase.auth.resend({
      type: 'signup',
      email: read.data,
      options: { emailRedirectTo: confirmEmailUrl() },
    });
    setBusy(false);
    setOutcome(error ? { kind: 'failed', message: messageOf(error) } : { kind: 'sent', email: read.data });
    const pause = error ? secondsToWait(error) : pauseSeconds;
    setOpenAt(Date.now() + pause * 1000);
  }

  return (
    <form
      method="post"
      noValidate
      className="flex flex-col items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {!known && (
        <TextField
          id="email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          label="Email you signed up with"
          value={email}
          onChange={setEmail}
          error={fieldError}
          className="w-full"
        />
      )}
      <Button type="submit" variant="secondary" busy={busy} isDisabled={seconds > 0}>
        {seconds > 0 ? `Send the link again in ${seconds} s` : 'Send the link again'}
      </Button>
      {outcome?.kind === 'sent' && (
        <Banner kind="success" announce className="w-full">
          If an account waits for {outcome.email}, a new link is on its way. The older one no longer works.
        </Banner>
      )}
      {outcome?.kind === 'failed' && (
        <Banner kind="danger" announce className="w-full">
          {outcome.message}
        </Banner>
      )}
    </form>
  );
}
