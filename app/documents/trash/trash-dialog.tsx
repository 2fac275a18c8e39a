import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { dataOf } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { ShowMore } from '#app/shared/parts/show-more.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { EmptyState } from '#app/ui/feedback/empty-state.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import type { Database } from '#contract/generated/database.ts';
import { msg, plural } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { documentsQueryKey, reloadDocuments } from '../store/documents-query.ts';
import type { Target } from '../store/target.ts';

const PAGE = 200;
/** The most rows in one answer of the server. */
const MAX_ROWS = 1000;

type TrashedFile = Pick<
  Database['public']['Tables']['trashed_documents']['Row'],
  'id' | 'path' | 'deleted_by_name' | 'deleted_at' | 'expires_at'
>;

/** A client's deleted files that can be restored, in pages, latest first. */
export const trashQuery = (ownerId: string) =>
  infiniteQueryOptions({
    queryKey: [...documentsQueryKey(ownerId), 'trash'],
    queryFn: async ({ signal, pageParam: skip }): Promise<{ files: TrashedFile[]; count: number }> => {
      const { data, count, error } = await rest
        .from('trashed_documents')
        .select('id, path, deleted_by_name, deleted_at, expires_at', { count: 'exact' })
        .eq('owner_id', ownerId)
        .eq('is_folder_mark', false)
        .gt('expires_at', new Date().toISOString())
        .order('deleted_at', { ascending: false })
        .order('path')
        .range(skip, skip + PAGE - 1)
        .abortSignal(signal);
      if (error) throw error;
      return { files: data, count: count ?? data.length };
    },
    initialPageParam: 0,
    getNextPageParam: ({ count }, _pages, skipped) => (skipped + PAGE < count ? skipped + PAGE : null),
    select: ({ pages }) => ({ files: pages.flatMap(({ files }) => files), count: pages.at(-1)?.count ?? 0 }),
    staleTime: 0,
  });

export function TrashDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  const { t } = useLingui();
  const { ownerId, clientName } = target;
  const query = useInfiniteQuery(trashQuery(ownerId));
  const { data, error } = query;
  const files = data?.files ?? [];
  const [picked, setPicked] = useState<ReadonlySet<string> | null>(null);
  // Also reloads the folder behind the dialog.
  const { run, busy, problem } = useAction(() => reloadDocuments(ownerId));
  const closeButton = useRef<HTMLButtonElement>(null);
  // Preselects the file if there is only one.
  const chosen = picked ?? new Set(files.length === 1 ? files.map(({ id }) => id) : []);
  const wanted = files.filter(({ id }) => chosen.has(id));

  async function restore(restored: readonly TrashedFile[]): Promise<void> {
    let back: Restored[] = [];
    const isDone = await run(async () => {
      back = await takeBack(restored);
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
      {data && files.length === 0 && (
        <EmptyState title={t`The trash is empty`}>
          <Trans>You can restore deleted files for 30 days. After that, they’re deleted for good.</Trans>
        </EmptyState>
      )}
      {data && files.length > 0 && (
        <TrashList {...data} chosen={chosen} onChoose={setPicked} isDisabled={busy} />
      )}
      <ShowMore query={query} />
    </Dialog>
  );
}

interface TrashListProps {
  files: readonly TrashedFile[];
  count: number;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  isDisabled: boolean;
}

function TrashList({ files, count, chosen, onChoose, isDisabled }: TrashListProps) {
  const { t } = useLingui();
  const { shortDateAndTime } = useDates();
  const shown = files.filter(({ id }) => chosen.has(id)).length;
  const now = new Date();
  return (
    <div>
      <Checkbox
        dense
        isSelected={shown === files.length}
        isIndeterminate={shown > 0 && shown < files.length}
        isDisabled={isDisabled}
        onChange={(all) => onChoose(new Set(all ? files.map(({ id }) => id) : []))}
      >
        <Trans>Select all</Trans>
        <span className="figures text-sm text-muted">
          {files.length < count ? t`${{ shown: files.length }} of ${count}` : count}
        </span>
      </Checkbox>
      <ul aria-label={t`Deleted files`} className="divide-y divide-line border-t border-line">
        {files.map(({ id, path, deleted_by_name, deleted_at, expires_at }) => (
          <li key={id}>
            <Checkbox
              dense
              isSelected={chosen.has(id)}
              isDisabled={isDisabled}
              onChange={(selected) => {
                const next = new Set(chosen);
                if (selected) next.add(id);
                else next.delete(id);
                onChoose(next);
              }}
              aria-describedby={`trashed-${id}`}
              className="w-full py-2"
            >
              <span className="min-w-0 flex-1 wrap-anywhere">{path}</span>
            </Checkbox>
            <p id={`trashed-${id}`} className="figures -mt-2 pb-2.5 pl-8.5 text-sm text-muted">
              {deleted_by_name ?? t`A program our office uses`}, {shortDateAndTime(deleted_at)} ·{' '}
              {t(destroyedIn(expires_at, now))}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** "Deleted for good in 12 days", rounded up. */
export function destroyedIn(expiresAt: string, now: Date): MessageDescriptor {
  const days = Math.ceil((Date.parse(expiresAt) - now.getTime()) / DAY_MS);
  if (days <= 1) return msg`Deleted for good within a day`;
  return msg`Deleted for good in ${{ days }} days`;
}

type Restored = Pick<TrashedFile, 'id' | 'path'>;

/** Returns those that are back, and where. */
export async function takeBack(files: readonly Pick<Restored, 'id'>[]): Promise<Restored[]> {
  const back: Restored[] = [];
  for (let at = 0; at < files.length; at += MAX_ROWS) {
    const ids = files.slice(at, at + MAX_ROWS).map(({ id }) => id);
    back.push(...(await dataOf(rest.rpc('restore_documents', { document_ids: ids }))));
  }
  return back;
}

export function restoredText(wanted: readonly Restored[], back: readonly Restored[], t: Translate): string {
  const places = new Map(wanted.map(({ id, path }) => [id, path]));
  const renamed = back.filter(({ id, path }) => places.get(id) !== path);
  const lost = wanted.length - back.length;
  const [only] = renamed;
  return [
    msg`Restored ${plural({ count: back.length }, { one: '# file', other: '# files' })}`,
    renamed.length === 1 &&
      only &&
      msg`One has a new name because its old name is taken: ${{ path: only.path }}`,
    renamed.length > 1 && msg`${{ count: renamed.length }} have new names because their old names are taken`,
    lost > 0 &&
      msg`${plural({ count: lost }, { one: '# file', other: '# files' })} had already left the trash`,
  ]
    .filter((sentence) => sentence !== false && sentence !== undefined)
    .map((sentence) => t(sentence))
    .join('. ');
}
