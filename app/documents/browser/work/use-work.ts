import { useLingui } from '@lingui/react/macro';
import { dataOf } from '#app/shared/api/done.ts';
import { callOwn } from '#app/shared/api/own-fetch.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import { useOfficeYear } from '#app/shared/office-year.ts';
import type { ListedItem } from '#domain/checklist/state.ts';
import { nameProblem, splitName } from '#domain/documents/file-names.ts';
import { freeName, type PageRange } from '#domain/documents/page-ranges.ts';
import { msg, plural } from '#domain/language/message.ts';
import { inWords } from '#domain/language/translate.ts';
import type { DocumentItem } from '../../store/document-store.ts';
import { done, failed, type Outcome } from '../../store/messages.ts';
import { renameItem } from '../../store/operations.ts';
import type { useFileActions } from '../use-file-actions.ts';
import { type Edited, type Order, problemOf, seenOf, type Turns, undoEdit } from './document-edits.ts';
import { type UsedDocuments, usedKey } from './used-query.ts';

/** A client's checklist, as the pages of staff pass it. */
export interface Checklist {
  useLines: (ownerId: string, year: number) => readonly ListedItem[];
  /** Confirms a line, or asks for it again, which mails the client. Throws the server's error. */
  review: (
    of: { clientId: string; year: number },
    line: ListedItem,
    verdict: 'confirmed' | 'asked_again',
    note?: string,
  ) => Promise<void>;
}

/** What a preparer does with a client's documents. Each act says what was done, with a way back. */
export function useWork(
  ownerId: string,
  used: UsedDocuments,
  siblings: readonly DocumentItem[],
  { run, store }: Pick<ReturnType<typeof useFileActions>, 'run' | 'store'>,
  { useLines, review }: Checklist,
) {
  const { t } = useLingui();
  const year = useOfficeYear();
  const lines = useLines(ownerId, year);
  const linesOf = ({ id }: DocumentItem) =>
    lines.filter(({ documentIds }) => id !== null && documentIds.includes(id));
  const titleOf = ({ title }: ListedItem) => inWords(title, t);
  const reload = () => invalidate(usedKey(ownerId), ['checklist', ownerId]);

  /** Runs an act. After a failure, what is shown may be old. */
  const attempt = (text: string, work: () => Promise<Outcome>) =>
    run(text, async () => {
      const outcome = await work().catch((error: unknown) => failed(problemOf(error, t)));
      await reload();
      return outcome;
    });

  /** An undo by this act. */
  const undoing = (act: () => Promise<unknown>) => async (): Promise<Outcome> => {
    try {
      await act();
      return done(t`Your change was undone`);
    } catch (error) {
      return failed(problemOf(error, t));
    } finally {
      await reload();
    }
  };

  const edit = (text: string, order: Order | null, said: (edited: Edited) => string) =>
    attempt(text, async () => {
      if (order === null) return failed(t`This file can’t be changed here.`);
      // Throws the server's refusal (server/document-edits/errors.ts).
      const edited = await callOwn<Edited>('/functions/v1/document-edit', { body: order });
      const key = edited.documents[0]?.id;
      return {
        ...done(said(edited)),
        undo: undoing(() => undoEdit(edited.editId)),
        ...(key !== undefined && { key }),
      };
    });

  async function mark(items: readonly DocumentItem[], isUsed: boolean): Promise<Outcome> {
    const seen = items.map(seenOf).filter((one) => one !== null);
    const document_ids = seen.map(({ id }) => id);
    const hashes = seen.map(({ sha256 }) => sha256);
    const call = rest.rpc('mark_documents_used', { document_ids, is_used: isUsed, seen: hashes });
    // Those that were still as they are shown.
    const { length: count } = await dataOf(call);
    if (count < items.length) {
      return failed(
        t`Someone else has just changed this. ${{ count }} of ${{ total: items.length }} are marked. Please look at the others again.`,
      );
    }
    return done(
      isUsed
        ? t(msg`${plural({ count }, { one: 'Marked as used', other: '# files marked as used' })}`)
        : t(msg`${plural({ count }, { one: 'Marked as not used', other: '# files marked as not used' })}`),
    );
  }

  /** @param taken the files of the folder, with the names that they have by now */
  async function rename(
    item: DocumentItem,
    title: string,
    taken: readonly DocumentItem[] = siblings,
  ): Promise<Outcome & { name?: string }> {
    const { extension } = splitName(item.name);
    const plain = title.replaceAll('/', '-');
    const others = taken.filter(({ key }) => key !== item.key);
    const wanted = `${plain}${extension}`;
    if (item.name === wanted) return { ...done(t`The file already has this name.`), key: item.key };
    const name = freeName(wanted, others);
    const problem = nameProblem(name);
    if (problem) return failed(t(problem));
    const outcome = await renameItem(store, item, name, others, t);
    if (!outcome.ok) return outcome;
    const renamed = { ...item, name, path: item.path.slice(0, -item.name.length) + name };
    return { ...outcome, name, key: item.key, undo: () => renameItem(store, renamed, item.name, others, t) };
  }

  return {
    used,
    lines,
    linesOf,
    titleOf,

    /** Marks all as used, or none if all are. */
    toggleUsed: (items: readonly DocumentItem[]) => {
      const files = items.filter((item) => seenOf(item) !== null);
      const isUsed = files.some(({ id }) => id !== null && !used.has(id));
      return attempt(t`Marking...`, async () => {
        const outcome = await mark(files, isUsed);
        if (!outcome.ok) return outcome;
        return {
          ...outcome,
          undo: async () => {
            const back = await mark(files, !isUsed).catch((error: unknown) => failed(problemOf(error, t)));
            await reload();
            return back;
          },
        };
      });
    },

    /** Marks all as seen, or none if all are. The office's own files are not asked about. */
    toggleSeen: (items: readonly DocumentItem[]) => {
      const sent = items.filter(({ isByClient }) => isByClient);
      const isSeen = sent.some((item) => !item.isSeen);
      const changed = sent.filter((item) => item.isSeen !== isSeen).map(({ key }) => key);
      const { length: count } = changed;
      const markSeen = (is_seen: boolean) =>
        dataOf(rest.rpc('mark_documents_seen', { document_ids: changed, is_seen }));
      return attempt(t`Marking...`, async () => {
        await markSeen(isSeen);
        return {
          ...done(
            isSeen
              ? t(msg`${plural({ count }, { one: 'Marked as seen', other: '# files marked as seen' })}`)
              : t(
                  msg`${plural({ count }, { one: 'Marked as not seen', other: '# files marked as not seen' })}`,
                ),
          ),
          undo: undoing(() => markSeen(!isSeen)),
        };
      });
    },

    rotate: (item: DocumentItem, turns: Turns) => {
      const document = seenOf(item);
      return edit(
        t`Rotating...`,
        document && { act: 'rotate', document, turns },
        () => t`${{ file: item.name }} is rotated`,
      );
    },

    split: (item: DocumentItem, parts: readonly PageRange[]) => {
      const document = seenOf(item);
      return edit(t`Splitting...`, document && { act: 'split', document, parts }, ({ documents }) =>
        t(msg`${{ file: item.name }} is split into ${{ count: documents.length }} files`),
      );
    },

    join: (items: readonly DocumentItem[], name: string) => {
      const documents = items.map(seenOf).filter((one) => one !== null);
      return edit(t`Joining...`, { act: 'join', documents, name }, ({ documents: [joined] }) =>
        t(msg`${{ count: documents.length }} files are joined in ${{ file: joined?.name ?? name }}`),
      );
    },

    /** Each by its first line. Those without one keep their names. */
    nameByLines: (items: readonly DocumentItem[]) =>
      attempt(t`Renaming...`, async () => {
        const names = new Map(siblings.map((item) => [item.key, item]));
        const outcomes: Outcome[] = [];
        for (const item of items) {
          const [line] = linesOf(item);
          if (!line) continue;
          const outcome = await rename(item, titleOf(line), [...names.values()]);
          if (!outcome.ok) return outcome;
          outcomes.push(outcome);
          if (outcome.name !== undefined) names.set(item.key, { ...item, name: outcome.name });
        }
        const [first] = outcomes;
        if (!first) return failed(t`None of these files is on a line of the list.`);
        if (outcomes.length === 1) return first;
        return {
          ...done(t`${{ count: outcomes.length }} files are named by their lines`),
          undo: async () => {
            for (const { undo } of [...outcomes].reverse()) {
              const back = await undo?.();
              if (back && !back.ok) return back;
            }
            return done(t`Your change was undone`);
          },
        };
      }),

    confirm: (items: readonly DocumentItem[]) =>
      attempt(t`Confirming...`, async () => {
        const found = new Map(items.flatMap(linesOf).map((line) => [line.item, line]));
        if (found.size === 0) return failed(t`None of these files is on a line of the list.`);
        const open = [...found.values()].filter(({ state }) => state !== 'confirmed');
        for (const line of open) await review({ clientId: ownerId, year }, line, 'confirmed');
        const [only] = found.values();
        return {
          ...done(
            found.size === 1 && only
              ? t`“${{ line: titleOf(only) }}” is confirmed`
              : t`${{ count: found.size }} lines of the list are confirmed`,
          ),
          ...(items.length === 1 && items[0] && { key: items[0].key }),
        };
      }),

    askAgain: (line: ListedItem, note: string) =>
      attempt(t`Asking...`, async () => {
        await review({ clientId: ownerId, year }, line, 'asked_again', note);
        return done(t`We asked the client again for “${{ line: titleOf(line) }}”`);
      }),

    /** To a line of the list, whose name the file may get, too; or off the list. */
    moveTo: async (item: DocumentItem, line: ListedItem | null, withName: boolean) => {
      const moved = await attempt(t`Moving...`, async () => {
        const call = rest.rpc('file_document', {
          document_id: item.id ?? '',
          list_year: year,
          ...(line !== null && { list_item: line.item }),
          seen_items: linesOf(item).map((one) => one.item),
        });
        const editId = await dataOf(call);
        const said = line
          ? t`${{ file: item.name }} is on the line “${{ line: titleOf(line) }}”`
          : t`${{ file: item.name }} is off the list`;
        return { ...done(said), key: item.key, undo: undoing(() => undoEdit(editId)) };
      });
      if (!moved.ok || !withName || line === null) return moved;
      return attempt(t`Renaming...`, () => rename(item, titleOf(line)));
    },
  };
}
