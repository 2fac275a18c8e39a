import { useState } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Part } from './part.tsx';
import { PasswordDialog } from './password-dialog.tsx';

export function PasswordRow() {
  const [open, setOpen] = useState(false);

  function saved(): void {
    setOpen(false);
    notify('success', 'Your password is changed. Your other devices are logged out.');
  }

  return (
    <Part
      id="password"
      title="Password"
      action={
        <Button variant="secondary" onPress={() => setOpen(true)}>
          Change password
        </Button>
      }
    >
      {open && <PasswordDialog onClose={() => setOpen(false)} onSaved={saved} />}
    </Part>
  );
}
