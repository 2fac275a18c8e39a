import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { canBeUndone } from '#domain/clients/merge.ts';
import { clientSearch } from '../manage-params.ts';
import { type ClientMerge, mergeProblem, mergesQuery, refetchAll, undoMerge } from './merge-query.ts';

/** Says what was merged into this client, and into what this client was merged, as long as that can be undone. */
export function MergeBanners({ clientId }: { clientId: string }) {
  const { data: merges = [] } = useQuery(mergesQuery(clientId));
  const shown = merges.filter(
    ({ source_id, merged_at }) => source_id === clientId || canBeUndone(merged_at, Date.now()),
  );
  return shown.map((merge) => <MergeBanner key={merge.id} merge={merge} clientId={clientId} />);
}

function MergeBanner({ merge, clientId }: { merge: ClientMerge; clientId: string }) {
  const { t } = useLingui();
  const { longDate } = useDates();
  const { search } = useLocation();
  const [asks, setAsks] = useState(false);
  const { run, busy } = useAction(refetchAll, mergeProblem, (problem) => notify('danger', problem));
  const isSource = merge.source_id === clientId;
  const date = longDate(merge.merged_at);
  const source = merge.source?.name || t`a client without a name`;
  const target = merge.target?.name || t`a client without a name`;
  const [otherId, other] = isSource ? [merge.target_id, target] : [merge.source_id, source];

  async function undo() {
    await undoMerge(merge.id);
    notify('success', t`${source} and ${target} are two clients again.`);
    setAsks(false);
  }

  return (
    <Banner
      title={isSource ? t`Merged into ${target} on ${date}` : t`Merged with ${source} on ${date}`}
      className="print:hidden"
      actions={
        <>
          <Link to={{ search: clientSearch(search, otherId, '') }} className="link self-center">
            <Trans>Open {other}</Trans>
          </Link>
          {canBeUndone(merge.merged_at, Date.now()) && (
            <Button variant="secondary" size="small" onPress={() => setAsks(true)}>
              <Trans>Undo merge</Trans>
            </Button>
          )}
        </>
      }
    >
      {isSource ? (
        <Trans>This client is archived. What stayed here can be read, but nothing can be added.</Trans>
      ) : (
        <Trans>What both had for the same year stayed with the archived client.</Trans>
      )}
      <ConfirmDialog
        isOpen={asks}
        title={t`Undo this merge?`}
        confirmLabel={t`Undo merge`}
        cancelLabel={t`Keep it`}
        busy={busy}
        onCancel={() => setAsks(false)}
        onConfirm={() => void run(undo)}
      >
        <p>
          <Trans>
            What came from {source} goes back, also what was renamed since. What was added to {target} later
            stays there. People who got access by the merge lose it.
          </Trans>
        </p>
      </ConfirmDialog>
    </Banner>
  );
}
