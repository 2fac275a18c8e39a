import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { changedSearch } from '#app/shared/browser/changed-search.ts';
import { rememberFolder } from '#app/shared/session/clients/folder-memory.ts';
import { parseSort, type Sort, sortText } from '#domain/documents/file-order.ts';
import { cleanPath } from '#domain/documents/folders.ts';

const FOLDER = 'folder';
const SORT = 'sort';
/** The preview is beside the list. */
const BESIDE = 'beside';
/** `hidden`: without the documents that are used. */
const USED = 'used';

export function useFolderAddress(ownerId: string) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const order = parameters.get(SORT);
  /** Replaces the history entry: the back button leaves the folder. */
  const replace = (changes: Parameters<typeof changedSearch>[1]) => {
    const search = changedSearch(window.location.search, changes);
    void navigate({ search }, { preventScrollReset: true, replace: true });
  };
  return {
    folder: folderIn(parameters),
    isBeside: parameters.get(BESIDE) !== null,
    hidesUsed: parameters.get(USED) === 'hidden',
    sort: useMemo(() => parseSort(order), [order]),
    goTo: (folder: string) => {
      rememberFolder(ownerId, folder);
      // Read now: a row may have the handler of an earlier address.
      void navigate({ search: withFolder(window.location.search, folder) }, { preventScrollReset: true });
    },
    sortBy: (sort: Sort) => replace({ [SORT]: sortText(sort) }),
    showBeside: (isShown: boolean) => replace({ [BESIDE]: isShown ? '1' : null }),
    hideUsed: (isHidden: boolean) => replace({ [USED]: isHidden ? 'hidden' : null }),
  };
}

/** The folder of the address right now. The page follows a moment later, and still has the tools of the folder before. */
export const openFolder = (): string => folderIn(new URLSearchParams(window.location.search));

const folderIn = (parameters: URLSearchParams): string => cleanPath(parameters.get(FOLDER) ?? '');

export function withFolder(search: string, folder: string): string {
  return changedSearch(search, { [FOLDER]: folder || null });
}
