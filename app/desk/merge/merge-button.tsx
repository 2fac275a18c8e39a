import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Merge } from 'lucide-react';
import { useState } from 'react';
import type { Profile } from '#app/shared/session/profile.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { mergesQuery } from './merge-query.ts';

/** Opens the dialog. Not for staff, nor for a client who was merged. */
export function MergeButton({ client }: { client: Profile }) {
  const [isOpen, setOpen] = useState(false);
  const { data: merges } = useQuery(mergesQuery(client.user_id));
  if (client.role !== 'client' || merges?.some(({ source_id }) => source_id === client.user_id)) return null;
  return (
    <>
      <Button
        variant="quiet"
        icon={<Merge size={18} aria-hidden />}
        onPress={() => setOpen(true)}
        className="self-start"
      >
        <Trans>Merge with another client...</Trans>
      </Button>
      {isOpen && <MergeDialog client={client} onClose={() => setOpen(false)} />}
    </>
  );
}
