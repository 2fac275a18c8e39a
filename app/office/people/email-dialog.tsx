import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { callOwn } from '#app/shared/api/own-fetch.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { accountEmailHint, isAccountEmail } from '#domain/contact/email.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { usePeopleAction } from './account-actions.tsx';
import type { OfficePerson } from './people-query.ts';

/** Enters another address for an account. It takes effect when the link mailed to it is used. */
export function EmailDialog({ person, onClose }: { person: OfficePerson; onClose: () => void }) {
  const { t } = useLingui();
  const { run, busy, problem } = usePeopleAction();
  const { email: current } = person;
  const [email, setEmail] = useState('');
  const [tried, setTried] = useState(false);

  async function send(): Promise<void> {
    const wanted = email.trim();
    setTried(true);
    if (busy || !isAccountEmail(wanted)) return;
    const path = `/auth/v1/office/people/${person.user_id}/email`;
    if (!(await run(() => callOwn(path, { body: { email: wanted } })))) return;
    notify('success', t`We sent a link to ${{ email: wanted }}`);
    onClose();
  }

  return (
    <FormDialog
      title={t`Correct the email address`}
      action={<Trans>Send the link</Trans>}
      busy={busy}
      isReady={email.trim() !== ''}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void send()}
    >
      <p className="text-muted">
        <Trans>
          First, make sure you’re speaking with {{ name: displayName(person) }}. We’ll email a link to the new
          address that works for three days. When it’s used, the address changes and all devices are logged
          out. Until then, <strong className="break-all text-ink">{current}</strong> stays in use. We’ll
          notify it right away.
        </Trans>
      </p>
      <TextField
        label={t`New email`}
        type="email"
        name="new-email"
        autoComplete="off"
        error={tried && !isAccountEmail(email.trim()) ? t(accountEmailHint) : undefined}
        value={email}
        onChange={setEmail}
      />
    </FormDialog>
  );
}
