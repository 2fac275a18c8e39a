import { useRef, useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { supabase } from '#app/shared/api/supabase.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { NewPasswordFields } from '../recovery/new-password-fields.tsx';
import { useNewPassword } from '../recovery/use-new-password.ts';

const form = 'change-password';

/** A new password for the person who is signed in; after a day the service wants to see a code from a mail, too. */
export function PasswordDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const { user } = useSession();
  const [code, setCode] = useState<string | null>(null);
  const [mailProblem, setMailProblem] = useState<string | null>(null);
  const codeInput = useRef<HTMLInputElement>(null);
  const { value, setValue, fieldProblem, problem, busy, ready, input, save } = useNewPassword({
    onSaved,
    onCodeNeeded: () => void mailCode(),
  });

  async function mailCode(): Promise<void> {
    const { error } = await supabase.auth.reauthenticate();
    if (error) {
      setMailProblem(messageOf(error));
      return;
    }
    setMailProblem(null);
    setCode('');
    codeInput.current?.focus();
  }

  const trouble = mailProblem ?? problem;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Change your password"
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={busy} isDisabled={!ready || code === ''}>
            {busy ? 'Updating...' : 'Change password'}
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
          void save(code?.replace(/\s/g, '') || undefined);
        }}
      >
        <p className="text-muted">Your other devices then have to log in again.</p>
        <input type="email" name="email" autoComplete="username" defaultValue={user?.email} hidden />
        <NewPasswordFields value={value} onChange={setValue} error={fieldProblem} inputRef={input} />
        {code !== null && (
          <>
            <Banner announce>
              You logged in a while ago. To be sure that it is you, we sent a code to {user?.email}.
            </Banner>
            <TextField
              id="password-code"
              name="code"
              label="Code from the mail"
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              maxLength={20}
              value={code}
              onChange={setCode}
              inputRef={codeInput}
              className="figures sm:max-w-60"
            />
          </>
        )}
        {trouble && (
          <Banner kind="danger" announce>
            {trouble}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
