import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { dataOf } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { EmptyState } from '#app/ui/feedback/empty-state.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { msg, plural } from '#domain/language/message.ts';
import { documentsQueryKey } from '../store/documents-query.ts';
import type { Target } from '../store/target.ts';
import { restoredText } from './labels.ts';
import { TrashList } from './trash-list.tsx';
import { type TrashedFile, trashQuery } from './trash-query.ts';

const PAGE = 200;

export function TrashDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  const { t } = useLingui();
  const { ownerId, clientName } = target;
  const queries = useQueryClient();
  const [limit, setLimit] = useState(PAGE);
  const { data, error, isFetching } = useQuery(trashQuery(ownerId, limit));
  const [picked, setPicked] = useState<ReadonlySet<string> | null>(null);
  // Also reloads the folder behind the dialog.
  const { run, busy, problem } = useAction(() =>
    queries.invalidateQueries({ queryKey: documentsQueryKey(ownerId) }),
  );
  const closeButton = useRef<HTMLButtonElement>(null);
  const chosen = picked ?? onlyOne(data?.files);
  const wanted = (data?.files ?? []).filter(({ id }) => chosen.has(id));

  async function restore(restored: readonly TrashedFile[]): Promise<void> {
    let back: { id: string; path: string }[] = [];
    const isDone = await run(async () => {
      back = await dataOf(rest.rpc('restore_documents', { document_ids: restored.map(({ id }) => id) }));
    });
    if (!isDone) return;
    setPicked(new Set());
    // The Restore button is disabled now and loses the focus.
    closeButton.current?.focus();
    notify('success', restoredText(restored, back, t));
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={clientName === null ? t`Deleted files` : t`Deleted files of ${clientName}`}
      width="wide"
      actions={
        <>
          <Button ref={closeButton} variant="secondary" onPress={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button isDisabled={wanted.length === 0} busy={busy} onPress={() => void restore(wanted)}>
            {wanted.length === 0
              ? t`Restore`
              : t(msg`Restore ${plural({ count: wanted.length }, { one: '# file', other: '# files' })}`)}
          </Button>
        </>
      }
    >
      <Problem>{problem ?? (error && messageOf(error, t))}</Problem>
      {!data && !error && <Skeleton className="h-40" />}
      {data?.files.length === 0 && (
        <EmptyState title={t`The trash is empty`}>
          <Trans>You can restore deleted files for 30 days. After that, they’re deleted for good.</Trans>
        </EmptyState>
      )}
      {data && data.files.length > 0 && (
        <TrashList
          files={data.files}
          count={data.count}
          chosen={chosen}
          onChoose={setPicked}
          isDisabled={busy}
        />
      )}
      {data && data.files.length < data.count && (
        <Button
          variant="quiet"
          className="-ml-5 self-start"
          busy={isFetching}
          onPress={() => setLimit((last) => last + PAGE)}
        >
          <Trans>Show more</Trans>
        </Button>
      )}
    </Dialog>
  );
}

/** Preselects the file if there is only one. */
function onlyOne(files: readonly TrashedFile[] = []): ReadonlySet<string> {
  return new Set(files.length === 1 ? files.map(({ id }) => id) : []);
}
