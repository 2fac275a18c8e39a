import { type ReactNode, useState } from 'react';
import { isWithin } from '#domain/documents/folders.ts';
import { AfterUploads } from '../naming/after-uploads.tsx';
import { useLiveDocuments } from '../store/use-live-documents.ts';
import { Interruption } from '../upload/upload-interruption.tsx';
import { SpokenUploads, UploadPanel } from '../upload/upload-panel.tsx';
import { FolderView } from './folder-view.tsx';
import type { Target } from './target.ts';
import { useFolderAddress } from './use-folder-address.ts';

/** One person's documents: the own ones, or a client's when staff has opened them. */
export function FileManager({ target, title }: { target: Target; title?: ReactNode }) {
  const { folder, sort, goTo, sortBy } = useFolderAddress(target.ownerId);
  const [moved, setMoved] = useState(false);
  const cameFrom = useCameFrom(folder);
  useLiveDocuments(target.ownerId);

  function open(next: string) {
    setMoved(true);
    goTo(next);
  }

  return (
    <div className="flex flex-col gap-3 lg:gap-4">
      <SpokenUploads target={target} />
      <FolderView
        key={folder}
        target={target}
        folder={folder}
        sort={sort}
        onSort={sortBy}
        title={title}
        notices={
          <>
            <Interruption target={target} />
            <UploadPanel target={target} />
          </>
        }
        goTo={open}
        takeFocus={moved}
        cameFrom={cameFrom}
      />
      <AfterUploads target={target} />
    </div>
  );
}

/** The name, in the open folder, of the one that was open before and lies in it. */
function useCameFrom(folder: string): string | null {
  const [steps, setSteps] = useState({ now: folder, before: folder });
  if (steps.now !== folder) setSteps({ now: folder, before: steps.now });
  const { before } = steps;
  if (before === folder || (folder !== '' && !isWithin(before, folder))) return null;
  return before.slice(folder === '' ? 0 : folder.length + 1).split('/')[0] || null;
}
