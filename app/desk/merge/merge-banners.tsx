import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { dataOf } from '#app/shared/api/done.ts';
import { failureOf, messageOf } from '#app/shared/api/error-wording.ts';
import { callOwn } from '#app/shared/api/own-fetch.ts';
import { queryClient } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import type { Database } from '#contract/generated/database.ts';
import { canBeUndone, mergeRefusal } from '#domain/clients/merge.ts';
import type { Translate } from '#domain/language/translate.ts';
import { clientSearch } from '../manage-params.ts';

type MergeRow = Database['public']['Tables']['client_merges']['Row'];

interface ClientMerge extends Pick<MergeRow, 'id' | 'source_id' | 'target_id' | 'merged_at'> {
  readonly source: { readonly name: string } | null;
  readonly target: { readonly name: string } | null;
}

/** The merges of a client, on either side, newest first, without those that were undone. */
export function mergesQuery(clientId: string) {
  return queryOptions({
    queryKey: ['case', clientId, 'merges'] as const,
    queryFn: ({ signal }): Promise<ClientMerge[]> =>
      dataOf(
        rest
          .from('client_merges')
          .select(
            'id, source_id, target_id, merged_at, source:clients!client_merges_source_id_fkey(name), target:clients!client_merges_target_id_fkey(name)',
          )
          .or(`source_id.eq.${clientId},target_id.eq.${clientId}`)
          .is('undone_at', null)
          .order('merged_at', { ascending: false })
          .limit(20)
          .abortSignal(signal)
          .overrideTypes<ClientMerge[], { merge: false }>(),
      ),
  });
}

export function mergeProblem(error: unknown, t: Translate): string {
  const words = mergeRefusal(failureOf(error).code);
  return words ? t(words) : messageOf(error, t);
}

/** Nearly everything that staff see of the two has changed. */
export const refetchAll = () => queryClient.invalidateQueries();

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
    await callOwn('/functions/v1/client-merge-undo', { body: { mergeId: merge.id } });
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
