import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { supabase } from '#app/client/supabase.ts';
import { notify } from '#app/ui/toast-queue.ts';
import type { DocumentItem } from './document-store.ts';
import { startDownload } from './download.ts';
import { documentsQueryKey } from './folder-query.ts';
import { type Outcome, say } from './messages.ts';
import { createFolder, deleteItems, moveItems, renameItem } from './operations.ts';
import { isStoreError } from './store-error.ts';
import { randomSuffix } from './suffix.ts';
import { supabaseDocuments } from './supabase-documents.ts';

/** What can be done in an open folder. `busy` says in words what is going on. */
export function useFileActions(ownerId: string, folder: string, siblings: readonly DocumentItem[]) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  const store = supabaseDocuments(supabase, ownerId);

  async function run(text: string, work: () => Promise<Outcome>): Promise<Outcome> {
    setBusy(text);
    const outcome = await work();
    const reloaded = queryClient.invalidateQueries({ queryKey: documentsQueryKey(ownerId) });
    // After a failure the line may be down, and the list would be waited for in vain.
    if (outcome.ok) await reloaded;
    setBusy(null);
    if (outcome.ok) notify('success', outcome.message);
    return outcome;
  }

  const counted = (verb: string, items: readonly DocumentItem[]) => (finished: number) =>
    setBusy(items.length === 1 ? `${verb}...` : `${verb} ${finished + 1} of ${items.length}...`);

  return {
    busy,
    createFolder: (name: string) =>
      run('Creating folder...', () => createFolder(store, folder, name, siblings)),
    rename: (item: DocumentItem, name: string) =>
      run('Renaming...', () => renameItem(store, item, name, siblings)),
    move: (items: readonly DocumentItem[], destination: string) =>
      run('Moving...', () =>
        moveItems(store, items, destination, { onStep: counted('Moving', items), suffix: randomSuffix }),
      ),
    remove: (items: readonly DocumentItem[]) =>
      run('Deleting...', () => deleteItems(store, items, { onStep: counted('Deleting', items) })),

    async download(item: DocumentItem): Promise<void> {
      setBusy('Preparing the download...');
      try {
        startDownload(await store.downloadUrl(item.path), item.name);
        void queryClient.invalidateQueries({ queryKey: documentsQueryKey(ownerId) });
      } catch (error) {
        console.warn('A file could not be downloaded', error);
        notify('danger', isStoreError(error, 'unreachable') ? say.downloadError : say.downloadRefused);
      } finally {
        setBusy(null);
      }
    },
  };
}
