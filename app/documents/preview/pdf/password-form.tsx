import { Lock } from 'lucide-react';
import { useState } from 'react';
import { focusOnMount } from '#app/shared/focus/focus-on-mount.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';

/** Asks for the password of a locked PDF. It stays in this window. */
export function PasswordForm({
  isRetry,
  onUnlock,
}: {
  isRetry: boolean;
  onUnlock: (password: string) => void;
}) {
  const [password, setPassword] = useState('');
  return (
    <form
      className="mx-auto flex h-full max-w-md flex-col justify-center gap-4 overflow-auto p-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') onUnlock(password);
      }}
    >
      <Lock size={40} strokeWidth={1.5} aria-hidden className="text-muted" />
      <p className="text-lg font-semibold">This PDF is locked with a password</p>
      <p className="text-muted">
        The sender chose the password. It is often in the letter or email that came with the file. We use it
        only to show you the file here, and don’t send or store it.
      </p>
      <TextField
        inputRef={focusOnMount}
        label="Password of this PDF"
        type="password"
        autoComplete="off"
        value={password}
        onChange={setPassword}
        {...(isRetry ? { error: 'That is not the password. Please try again.' } : {})}
      />
      <Button type="submit">Show the PDF</Button>
    </form>
  );
}
