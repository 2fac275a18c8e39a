import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useAction } from '#app/shared/api/use-action.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import type { ClientReminderState } from '#contract/reminders.ts';
import { groupsInWords } from '#domain/reminders/words.ts';
import { reminderActions } from '../queries.ts';

interface SendNowProps extends Pick<ClientReminderState, 'open' | 'signers'> {
  clientId: string;
  onSent: () => Promise<void>;
}

/** Sends a reminder of everything that is open, after showing what that is. Nothing if nothing is open. */
export function SendNow({ clientId, open, signers, onSent }: SendNowProps) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const { run, busy, problem } = useAction(onSent);
  if (open.length === 0 && signers.length === 0) return null;

  async function send(): Promise<void> {
    if (await run(() => reminderActions.sendNow(clientId, t))) setAsking(false);
  }

  return (
    <>
      <Button variant="secondary" size="small" onPress={() => setAsking(true)}>
        <Trans>Send a reminder now</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t`Send a reminder now?`}
        confirmLabel={t`Send now`}
        busy={busy}
        onCancel={() => setAsking(false)}
        onConfirm={() => void send()}
      >
        <p>
          <Trans>One email about everything that is open:</Trans>
        </p>
        <ul className="mt-2 list-disc pl-5">
          {open.length > 0 && <li>{groupsInWords(open, t)}</li>}
          {signers.map(({ id, name, count }) => (
            <li key={id}>
              <Trans>
                To {name}: <Plural value={count} one="# signature" other="# signatures" />
              </Trans>
            </li>
          ))}
        </ul>
        {problem && (
          <Banner kind="danger" announce className="mt-3 text-ink">
            {problem}
          </Banner>
        )}
      </ConfirmDialog>
    </>
  );
}
