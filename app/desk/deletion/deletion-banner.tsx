import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { useDayWords } from '#app/shared/format/days.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { isSuperRole } from '#domain/account/roles.ts';
import { DeletionDialog } from './deletion-dialog.tsx';
import { actOnDeletion, deletionProblem, deletionQuery } from './deletion-query.ts';

/** Says that someone asks to delete this client, or that it was deleted and what the law keeps is left. */
export function DeletionBanner({ client }: { client: Profile }) {
  const { t } = useLingui();
  const { longDate } = useDates();
  const { mediumDay: day } = useDayWords();
  const ownId = useSession().user?.id;
  const { data: deletion } = useQuery(deletionQuery(client.user_id));
  if (!deletion) return null;
  const isMine = deletion.requested_by === ownId;
  const { confirmed_at: confirmed, ended_at: ended, kept_until: until } = deletion;
  if (confirmed !== null) {
    return (
      <Banner
        kind="warning"
        title={t`This client was deleted on ${{ date: longDate(confirmed) }}`}
        className="print:hidden"
      >
        {ended === null ? (
          <Trans>The rest is being deleted now.</Trans>
        ) : (
          <Trans>
            What the law requires us to keep stays until {{ day: day(until) }}, and is deleted then. Nothing
            can be added.
          </Trans>
        )}
      </Banner>
    );
  }
  return (
    <Banner
      kind="warning"
      title={
        deletion.requested_by_name
          ? t`${{ person: deletion.requested_by_name }} asked on ${{ date: longDate(deletion.requested_at) }} to delete this client`
          : t`Someone asked on ${{ date: longDate(deletion.requested_at) }} to delete this client`
      }
      className="print:hidden"
      actions={<RequestActions client={client} deletion={deletion} />}
    >
      {(deletion.needs_second || !isMine) && (
        <Trans>Nothing is deleted until another super user agrees.</Trans>
      )}
    </Banner>
  );
}

interface RequestActionsProps {
  client: Profile;
  deletion: { readonly requested_by: string; readonly needs_second: boolean };
}

function RequestActions({ client, deletion }: RequestActionsProps) {
  const { t } = useLingui();
  const { user, role } = useSession();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { run, busy } = useAction(
    () => queries.invalidateQueries(),
    deletionProblem,
    (problem) => notify('danger', problem),
  );
  if (!isSuperRole(role)) return null;
  async function withdraw() {
    await actOnDeletion('withdraw_client_deletion', client.user_id);
    notify('success', t`The client stays. Nothing was deleted.`);
  }
  const isMine = deletion.requested_by === user?.id;
  return (
    <>
      {!deletion.needs_second && (
        <Button variant="secondary" size="small" onPress={() => setOpen(true)}>
          <Trans>See what would be deleted</Trans>
        </Button>
      )}
      <Button variant="secondary" size="small" busy={busy} onPress={() => void run(withdraw)}>
        {isMine ? <Trans>Withdraw</Trans> : <Trans>Don’t delete</Trans>}
      </Button>
      {isOpen && <DeletionDialog client={client} isRequested onClose={() => setOpen(false)} />}
    </>
  );
}

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
