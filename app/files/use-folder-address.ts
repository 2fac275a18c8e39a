import { useNavigate, useSearchParams } from 'react-router';
import { cleanPath } from '#domain/folders.ts';
import { rememberFolder } from './folder-memory.ts';

const PARAMETER = 'folder';

/** The open folder, in the address: the back button leads out of a folder, a reload keeps it. */
export function useFolderAddress(ownerId: string) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  return {
    folder: cleanPath(parameters.get(PARAMETER) ?? ''),
    goTo: (folder: string) => {
      rememberFolder(ownerId, folder);
      // Read when it happens: a row may still hold the handler of an earlier address.
      void navigate({ search: withFolder(window.location.search, folder) }, { preventScrollReset: true });
    },
  };
}

/** The query of an address with another folder open in it. */
export function withFolder(search: string, folder: string): string {
  const parameters = new URLSearchParams(search);
  if (folder === '') parameters.delete(PARAMETER);
  else parameters.set(PARAMETER, folder);
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
}
