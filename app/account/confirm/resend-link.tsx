import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { resendConfirmation } from '../auth-service.ts';
import { confirmEmailUrl, secondsToWait } from './confirmation.ts';

/** How long a person waits between two emails. The server has its own limit. */
const PAUSE_SECONDS = 60;

type Outcome = { kind: 'success' | 'danger'; text: string } | null;

export interface ResendLinkProps {
  checkedEmail: () => Promise<string | null>;
  /** When the last email was sent, in milliseconds since 1970. */
  mailedAt: number;
}

export function ResendLink({ checkedEmail, mailedAt }: ResendLinkProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const [enabledAt, setEnabledAt] = useState(mailedAt + PAUSE_SECONDS * 1000);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const [busy, setBusy] = useState(false);
  const seconds = useSecondsUntil(enabledAt);

  async function send(): Promise<void> {
    const email = await checkedEmail();
    if (!email) return;
    setBusy(true);
    setOutcome(null);
    let seconds = PAUSE_SECONDS;
    try {
      await resendConfirmation(email, confirmEmailUrl(language));
      // The same whether or not there is such an account.
      const text = t`If ${email} still needs to be confirmed, we’ve sent a new email.`;
      setOutcome({ kind: 'success', text });
    } catch (error) {
      setOutcome({ kind: 'danger', text: messageOf(error, t) });
      seconds = secondsToWait(error);
    }
    setBusy(false);
    setEnabledAt(Date.now() + seconds * 1000);
  }

  return (
    <div className="flex flex-col items-start gap-4">
      <Button variant="secondary" busy={busy} isDisabled={seconds > 0} onPress={() => void send()}>
        {seconds > 0 ? t`Send the email again in ${seconds} s` : t`Send the email again`}
      </Button>
      {outcome && (
        <Banner kind={outcome.kind} announce className="w-full">
          {outcome.text}
        </Banner>
      )}
    </div>
  );
}

/** Whole seconds until a time (milliseconds since 1970), counting down to 0. */
function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((time - now) / 1000));

  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), (time - now) % 1000 || 1000);
    return () => clearTimeout(timer);
  }, [time, now, left]);

  return left;
}
