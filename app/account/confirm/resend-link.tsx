import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { supabase } from '#app/shared/api/supabase.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { confirmEmailUrl } from './confirmation.ts';
import { secondsToWait } from './resend-limit.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

/** How long a person waits between two mails. The server has its own limit. */
const pauseSeconds = 60;

type Outcome = { kind: 'success' | 'danger'; text: string } | null;

export interface ResendLinkProps {
  checkedEmail: () => string | null;
  mailedAt: number;
}

export function ResendLink({ checkedEmail, mailedAt }: ResendLinkProps) {
  const [openAt, setOpenAt] = useState(mailedAt + pauseSeconds * 1000);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const [busy, setBusy] = useState(false);
  const seconds = useSecondsUntil(openAt);

  async function send(): Promise<void> {
    const email = checkedEmail();
    if (!email) return;
    setBusy(true);
    setOutcome(null);
    const options = { emailRedirectTo: confirmEmailUrl() };
    const { error } = await supabase.auth.resend({ type: 'signup', email, options });
    setBusy(false);
    setOutcome(
      error
        ? { kind: 'danger', text: messageOf(error) }
        : // Said the same way whether or not there is such an account.
          {
            kind: 'success',
            text: `If ${email} is waiting to be confirmed, a new mail is on its way.`,
          },
    );
    setOpenAt(Date.now() + (error ? secondsToWait(error) : pauseSeconds) * 1000);
  }

  return (
    <div className="flex flex-col items-start gap-4">
      <Button variant="secondary" busy={busy} isDisabled={seconds > 0} onPress={() => void send()}>
        {seconds > 0 ? `Send the mail again in ${seconds} s` : 'Send the mail again'}
      </Button>
      {outcome && (
        <Banner kind={outcome.kind} announce className="w-full">
          {outcome.text}
        </Banner>
      )}
    </div>
  );
}
