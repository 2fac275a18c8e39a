import { Trans, useLingui } from '@lingui/react/macro';
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
  const { t } = useLingui();
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
      <p className="text-lg font-semibold">
        <Trans>This PDF is locked with a password</Trans>
      </p>
      <p className="text-muted">
        <Trans>
          The sender chose the password. It’s often in the letter or email that came with the file. We only
          use it to show you the file here. We don’t send or save it.
        </Trans>
      </p>
      <TextField
        inputRef={focusOnMount}
        label={t`Password for this PDF`}
        type="password"
        autoComplete="off"
        value={password}
        onChange={setPassword}
        {...(isRetry ? { error: t`That’s not the right password. Please try again.` } : {})}
      />
      <Button type="submit">
        <Trans>Open the PDF</Trans>
      </Button>
    </form>
  );
}
