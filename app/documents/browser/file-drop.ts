import { useEffect, useState } from 'react';
import type { FileDrop, FileDropOptions } from './use-file-drop.tsx';

export type FileDropModule = typeof import('./use-file-drop.tsx');

/** On a phone, nothing can be dropped: files of other apps need a large screen or a mouse. */
const somethingCanBeDropped = '(any-pointer: fine), (min-width: 640px)';

let loaded: FileDropModule | null = null;
const load = async () => {
  loaded = await import('./use-file-drop.tsx');
};
const isWanted = typeof window !== 'undefined' && window.matchMedia(somethingCanBeDropped).matches;
// Together with the data of the page.
let loading = isWanted ? load().catch(warn) : null;

/** What dragging needs. Null where nothing can be dropped, undefined while it is loading. */
export function useFileDropModule(): FileDropModule | null | undefined {
  const [isWaiting, setWaiting] = useState(isWanted && loaded === null);

  useEffect(() => {
    if (!isWaiting) return;
    let isMounted = true;
    // It couldn't be loaded for an earlier folder.
    loading ??= load().catch(warn);
    void loading.then(() => {
      loading = null;
      if (isMounted) setWaiting(false);
    });
    return () => {
      isMounted = false;
    };
  }, [isWaiting]);

  return isWaiting ? undefined : loaded;
}

/** All of it is possible without dragging, too. */
function warn(error: unknown): void {
  console.warn('Dragging could not be loaded', error);
}

const nothing = { frameProps: {}, isOver: false };

/** Instead of useFileDrop. */
export const useNoFileDrop = (
  _options: FileDropOptions,
): Pick<FileDrop, 'frameProps' | 'isOver'> & Partial<FileDrop> => nothing;
