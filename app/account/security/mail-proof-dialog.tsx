import { useRef, useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { supabase } from '#app/shared/api/supabase.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';

export interface MailProofDialogProps {
  onProven: () => void;
  onClose: () => void;
}

const form = 'mail-proof';

/** Before staff set up their first app: asks for a code from their mailbox, since a password may be stolen. */
export function MailProofDialog({ onProven, onClose }: MailProofDialogProps) {
  const { user } = useSession();
  const [sent, setSent] = useState(false);
  const [code, setCode] = useState('');
  const [fieldProblem, setFieldProblem] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function send(): Promise<void> {
    setBusy(true);
    setProblem(null);
    const { error } = await supabase.auth.reauthenticate();
    setBusy(false);
    if (error) setProblem(messageOf(error));
    else setSent(true);
  }

  async function show(): Promise<void> {
    setFieldProblem(undefined);
    setProblem(null);
    const nonce = code.replace(/\s/g, '');
    if (nonce === '') return refuse('Type the code from the mail');
    setBusy(true);
    const { error } = await supabase.auth.updateUser({ nonce });
    setBusy(false);
    if (error?.code === 'reauthentication_not_valid') {
      return refuse('This code is not right, or too old. Check it, or send the mail again');
    }
    if (error) setProblem(messageOf(error));
    else onProven();
  }

  function refuse(message: string): void {
    setFieldProblem(message);
    input.current?.focus();
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="First, a code from your email"
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={busy}>
            {sent ? 'Continue' : 'Send the code'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        method="post"
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void (sent ? show() : send());
        }}
      >
        <p className="text-muted">
          {sent ? 'We sent a code to ' : 'To make sure it is you, we will send a code to '}
          <strong className="break-words text-ink">{user?.email}</strong>.
        </p>
        {sent && (
          <>
            <TextField
              id="mail-proof-code"
              name="code"
              label="Code from the mail"
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              maxLength={20}
              value={code}
              onChange={setCode}
              error={fieldProblem}
              inputRef={input}
              className="figures sm:max-w-60"
            />
            <Button
              variant="quiet"
              className="-ml-5 self-start"
              isDisabled={busy}
              onPress={() => void send()}
            >
              Send the mail again
            </Button>
          </>
        )}
        {problem && (
          <Banner kind="danger" announce>
            {problem}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
