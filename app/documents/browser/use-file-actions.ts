import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { announceRefusal } from '#app/shared/api/refusals.ts';
import { onFirstScreen } from '#app/shared/browser/first-screen.ts';
import { loadOnline } from '#app/shared/browser/load-online.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { msg } from '#domain/language/message.ts';
import type { DocumentItem } from '../store/document-store.ts';
import { reloadDocuments } from '../store/documents-query.ts';
import { failed, type Outcome } from '../store/messages.ts';
import { supabaseDocuments } from '../store/supabase-documents.ts';

/** The server counts a download when it sends the first bytes, after the browser has started it. */
const RELOAD_AFTER_MS = 1500;

const progress = {
  moving: {
    one: msg`Moving...`,
    many: (number: number, total: number) => msg`Moving ${{ number }} of ${{ total }}...`,
  },
  deleting: {
    one: msg`Deleting...`,
    many: (number: number, total: number) => msg`Deleting ${{ number }} of ${{ total }}...`,
  },
};

type Work = typeof import('./file-work.ts');
const loadWork = (): Promise<Work> => loadOnline(() => import('./file-work.ts'));

// Early, so that no action waits for it. If it fails, the next action tries again.
onFirstScreen(() => void loadWork().catch(() => undefined));

/** The actions in an open folder. They report success in a toast. */
export function useFileActions(ownerId: string, folder: string, siblings: readonly DocumentItem[]) {
  const { t } = useLingui();
  /** The running action, in words. */
  const [busy, setBusy] = useState<string | null>(null);
  const [lastUndo, setLastUndo] = useState<Outcome['undo']>();
  const store = supabaseDocuments(ownerId);

  /** What an action says if its script can't be loaded. */
  function notLoaded(error: unknown): Outcome {
    console.warn('An action on files could not be loaded', error);
    return failed(messageOf(error, t));
  }

  async function run(text: string, act: (work: Work) => Promise<Outcome>): Promise<Outcome> {
    setBusy(text);
    const outcome = await loadWork().then(act, notLoaded);
    const reloaded = reloadDocuments(ownerId);
    // After a failure, the connection may be lost: don't wait for the list.
    if (outcome.ok) await reloaded;
    setBusy(null);
    if (outcome.ok) {
      setLastUndo(() => outcome.undo);
      notify(
        'success',
        outcome.message,
        outcome.undo && { label: t`Undo`, onPress: () => void undo(outcome.undo) },
      );
    } else announceRefusal();
    return outcome;
  }

  async function undo(takeBack: Outcome['undo']): Promise<Outcome | undefined> {
    if (!takeBack) return undefined;
    setLastUndo(undefined);
    const outcome = await run(t`Undoing...`, takeBack);
    if (!outcome.ok) notify('danger', outcome.message);
    return outcome;
  }

  const counted = (act: 'moving' | 'deleting', { length: total }: readonly DocumentItem[]) => {
    const { one, many } = progress[act];
    return (finished: number) => setBusy(t(total === 1 ? one : many(finished + 1, total)));
  };

  async function download(items: readonly DocumentItem[]): Promise<void> {
    setBusy(t`Preparing your download...`);
    const failure = await loadWork().then((work) => work.download(store, items, t), notLoaded);
    setBusy(null);
    if (failure) notify('danger', failure.message);
    setTimeout(() => void reloadDocuments(ownerId), RELOAD_AFTER_MS);
  }

  return {
    busy,
    run,
    store,
    undoLast: () => undo(lastUndo),
    createFolder: (name: string) =>
      run(t`Creating folder...`, (work) => work.createFolder(store, folder, name, siblings, t)),
    rename: (item: DocumentItem, name: string) =>
      run(t`Renaming...`, (work) => work.renameItem(store, item, name, siblings, t)),
    move: (items: readonly DocumentItem[], destination: string) =>
      run(t(progress.moving.one), (work) =>
        work.moveItems(store, items, destination, { onStep: counted('moving', items) }, t),
      ),
    remove: (items: readonly DocumentItem[]) =>
      run(t(progress.deleting.one), (work) =>
        work.deleteItems(store, items, { onStep: counted('deleting', items) }, t),
      ),
    markNew: (item: DocumentItem) => run(t`Marking as new...`, (work) => work.markNew(item, t)),
    takeBack: (item: DocumentItem) => run(t`Taking back...`, (work) => work.takeBack(item, t)),
    download,
  };
}
