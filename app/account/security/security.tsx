import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Card } from '#app/ui/layout/card.tsx';
import { Devices } from './devices.tsx';
import { Part } from './part.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { SecondFactor } from './second-factor.tsx';

export function Security() {
  return (
    <Card as="section" aria-labelledby="security">
      <h2 id="security" className="text-lg">
        <Trans>Login and security</Trans>
      </h2>
      <div className="mt-2 divide-y divide-line">
        <PasswordRow />
        <SecondFactor />
        <Devices />
      </div>
    </Card>
  );
}

function PasswordRow() {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);

  function saved(): void {
    setOpen(false);
    notify('success', t`Your password was changed. Your other devices are logged out.`);
  }

  return (
    <Part
      id="password"
      title={t`Password`}
      action={
        <Button variant="secondary" onPress={() => setOpen(true)}>
          <Trans>Change password</Trans>
        </Button>
      }
    >
      {open && <PasswordDialog onClose={() => setOpen(false)} onSaved={saved} />}
    </Part>
  );
}
