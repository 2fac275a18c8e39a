import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rest } from '#app/shared/api/rest.ts';
import { startDownload } from '#app/shared/browser/download.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { downloadArchive } from '../archive/download-archive.ts';
import { supabaseArchives } from '../archive/supabase-archives.ts';
import type { DocumentItem, DocumentStore } from '../store/document-store.ts';
import { documentsQueryKey } from '../store/documents-query.ts';
import { type DownloadDeps, downloadItems } from '../store/downloads.ts';
import { done, failed, messages, type Outcome } from '../store/messages.ts';
import { createFolder, deleteItems, moveItems, renameItem } from '../store/operations.ts';
import { randomSuffix } from '../store/storage-api.ts';
import { supabaseDocuments } from '../store/supabase-documents.ts';

/** The server counts a download when it sends the first bytes, after the browser has started it. */
const RELOAD_AFTER_MS = 1500;

/** The running action, in words, and how to cancel it. */
export interface Busy {
  readonly text: string;
  readonly cancel?: () => void;
}

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

/** The actions in an open folder. They report success in a toast. */
export function useFileActions(ownerId: string, folder: string, siblings: readonly DocumentItem[]) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<Busy | null>(null);
  const store = supabaseDocuments(ownerId);
  const reload = () => queryClient.invalidateQueries({ queryKey: documentsQueryKey(ownerId) });

  async function run(text: string, work: () => Promise<Outcome>): Promise<Outcome> {
    setBusy({ text });
    const outcome = await work();
    const reloaded = reload();
    // After a failure, the connection may be lost: don't wait for the list.
    if (outcome.ok) await reloaded;
    setBusy(null);
    if (outcome.ok) notify('success', outcome.message);
    return outcome;
  }

  const counted = (act: 'moving' | 'deleting', { length: total }: readonly DocumentItem[]) => {
    const { one, many } = progress[act];
    return (finished: number) => setBusy({ text: t(total === 1 ? one : many(finished + 1, total)) });
  };

  async function download(items: readonly DocumentItem[]): Promise<void> {
    const controller = new AbortController();
    const isZip = items.length > 1 || items[0]?.type === 'folder';
    const cancel = isZip ? { cancel: () => controller.abort() } : {};
    const outcome = await downloadItems(
      downloadDeps(store, ownerId),
      items,
      {
        signal: controller.signal,
        onProgress: (text) => setBusy({ text, ...cancel }),
      },
      t,
    );
    setBusy(null);
    if (outcome) notify(outcome.ok ? 'success' : 'danger', outcome.message);
    setTimeout(() => void reload(), RELOAD_AFTER_MS);
  }

  return {
    busy,
    createFolder: (name: string) =>
      run(t`Creating folder...`, () => createFolder(store, folder, name, siblings, t)),
    rename: (item: DocumentItem, name: string) =>
      run(t`Renaming...`, () => renameItem(store, item, name, siblings, t)),
    move: (items: readonly DocumentItem[], destination: string) =>
      run(t(progress.moving.one), () =>
        moveItems(store, items, destination, { onStep: counted('moving', items), suffix: randomSuffix }, t),
      ),
    remove: (items: readonly DocumentItem[]) =>
      run(t(progress.deleting.one), () =>
        deleteItems(store, items, { onStep: counted('deleting', items) }, t),
      ),
    markNew: (item: DocumentItem) => run(t`Marking as new...`, () => markNew(item, t)),
    download,
  };
}

function downloadDeps(store: DocumentStore, ownerId: string): DownloadDeps {
  return {
    urlFor: store.downloadUrl,
    start: startDownload,
    archive: (paths, options) => downloadArchive(supabaseArchives(), ownerId, paths, options),
  };
}

async function markNew({ id, name }: DocumentItem, t: Translate): Promise<Outcome> {
  const { error } = await rest.rpc('mark_documents_as_new', { document_ids: id === null ? [] : [id] });
  if (!error) return done(t(messages.markedNew(name)));
  console.warn('A file could not be marked as new', error);
  return failed(t(messages.markNewError));
}
