import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { takeOverQuery, useMemberAction } from './members-query.ts';

/** Says who took over this client by an invitation, as long as that can be undone. */
export function TakeOverBanner({ clientId }: { clientId: string }) {
  const { t } = useLingui();
  const { longDate } = useDates();
  const { data: takeOver } = useQuery(takeOverQuery(clientId));
  const { run, busy, problem, clear } = useMemberAction(clientId);
  const [asks, setAsks] = useState(false);
  if (!takeOver) return null;
  const { email, taken_at, confirmed_by_name: colleague } = takeOver;

  async function undo(): Promise<void> {
    if (!(await run(() => done(rest.rpc('undo_take_over', { client_id: clientId }))))) return;
    setAsks(false);
    notify('success', t`${email} no longer has this client. The client has no login again.`);
  }

  return (
    <Banner
      title={t`${email} took over this client on ${{ date: longDate(taken_at) }}`}
      className="print:hidden"
      actions={
        <Button variant="secondary" size="small" onPress={() => setAsks(true)}>
          <Trans>This was the wrong person…</Trans>
        </Button>
      }
    >
      {colleague === null ? (
        <Trans>They entered the code of an invitation and answered its question.</Trans>
      ) : (
        <Trans>
          They entered the code of an invitation and answered its question. {colleague} confirmed it.
        </Trans>
      )}
      <ConfirmDialog
        isOpen={asks}
        title={t`Disconnect ${email} from this client?`}
        confirmLabel={t`Disconnect`}
        danger
        busy={busy}
        onCancel={() => {
          setAsks(false);
          clear();
        }}
        onConfirm={() => void undo()}
      >
        <p>
          <Trans>
            From now on, {email} sees nothing of this client and has an empty account. Everything stays with
            the client, also what was sent meanwhile. The client has no login again, and its earlier name and
            contact details are back.
          </Trans>
        </p>
        <Problem className="mt-3 text-ink">{problem}</Problem>
      </ConfirmDialog>
    </Banner>
  );
}
