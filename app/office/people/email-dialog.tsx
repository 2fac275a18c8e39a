import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { accountEmailHint, isAccountEmail } from '#domain/contact/email.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { peopleActions, usePeopleAction } from './people-actions.ts';
import type { OfficePerson } from './people-query.ts';

const form = 'correct-email';

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
    if (!(await run(() => peopleActions.correctEmail(person.user_id, wanted)))) return;
    notify('success', t`We sent a link to ${{ email: wanted }}`);
    onClose();
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Correct the email address`}
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={form} busy={busy} isDisabled={email.trim() === ''}>
            <Trans>Send the link</Trans>
          </Button>
        </>
      }
    >
      <form
        id={form}
        method="post"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p className="text-muted">
          <Trans>
            First, make sure you’re speaking with {{ name: displayName(person) }}. We’ll email a link to the
            new address that works for three days. When it’s used, the address changes and all devices are
            logged out. Until then, <strong className="break-all text-ink">{current}</strong> stays in use.
            We’ll notify it right away.
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
        {problem && (
          <Banner kind="danger" announce>
            {problem}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
