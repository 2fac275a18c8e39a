import { type ReactNode, useState } from 'react';
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx';
import { stepsOf } from '#domain/folders.ts';
import { FolderView } from './folder-view.tsx';
import { AfterUploads } from './naming/after-uploads.tsx';
import type { Target } from './target.ts';
import { Interruption } from './upload-interruption.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { spokenProgress } from './upload-progress.ts';
import { useUploads } from './uploads.ts';
import { useFolderAddress } from './use-folder-address.ts';
import { useLiveDocuments } from './use-live-documents.ts';

const HOME = '/';

/** One person's documents: the own ones, or a client's when staff has opened them. */
export function FileManager({ target, title }: { target: Target; title?: ReactNode }) {
  const { folder, goTo } = useFolderAddress(target.ownerId);
  const [moved, setMoved] = useState(false);
  const jobs = useUploads(target.ownerId);
  useLiveDocuments(target.ownerId);
  const crumbs = [
    { id: HOME, label: 'Home' },
    ...stepsOf(folder).map(({ path, name }) => ({ id: path, label: name })),
  ];

  function open(next: string) {
    setMoved(true);
    goTo(next);
  }

  return (
    <div className="flex flex-col gap-3 lg:gap-4">
      <p role="status" className="sr-only">
        {spokenProgress(jobs, target.forWhom)}
      </p>
      <FolderView
        key={folder}
        target={target}
        folder={folder}
        heading={
          <div className="min-w-0">
            {title}
            <div className="-ml-1">
              <Breadcrumbs crumbs={crumbs} onGo={(id) => open(id === HOME ? '' : id)} />
            </div>
          </div>
        }
        notices={
          <>
            <Interruption target={target} />
            <UploadPanel jobs={jobs} forWhom={target.forWhom} />
          </>
        }
        goTo={open}
        takeFocus={moved}
      />
      <AfterUploads target={target} />
    </div>
  );
}
