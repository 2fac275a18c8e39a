import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Profile } from '#app/shared/session/profile.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { isSuperRole } from '#domain/account/roles.ts';
import { DeletionDialog } from './deletion-dialog.tsx';
import { deletionQuery } from './deletion-query.ts';

/** For super users. Not for staff accounts, nor while a deletion is asked for or done: the banner has the rest. */
export function DeleteButton({ client }: { client: Profile }) {
  const { role } = useSession();
  const { data: deletion } = useQuery(deletionQuery(client.user_id));
  const [isOpen, setOpen] = useState(false);
  if (!isSuperRole(role) || client.role !== 'client' || deletion !== null) return null;
  return (
    <>
      <Button
        variant="quiet"
        icon={<Trash2 size={18} aria-hidden />}
        onPress={() => setOpen(true)}
        className="self-start"
      >
        <Trans>Delete this client...</Trans>
      </Button>
      {isOpen && <DeletionDialog client={client} isRequested={false} onClose={() => setOpen(false)} />}
    </>
  );
}
