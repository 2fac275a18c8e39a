import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { onFirstScreen } from '#app/shared/browser/first-screen.ts';
import { onDemand } from '#app/shared/parts/on-demand.tsx';
import { markNaming } from '#app/shared/session/clients/folder-memory.ts';
import { classNames } from '#app/ui/class-names.ts';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { loadMenus } from '#app/ui/overlays/menu.tsx';
import { isWithin } from '#domain/documents/folders.ts';
import { msg, plural } from '#domain/language/message.ts';
import { useLiveDocuments } from '../store/documents-query.ts';
import type { Target } from '../store/target.ts';
import { dismissReminder, usePending } from '../upload/after-upload.ts';
import { isInProgress, summarize, type UploadJob } from '../upload/upload-job.ts';
import { UploadPanel } from '../upload/upload-panel.tsx';
import { useUploads } from '../upload/uploads.ts';
import { useFileDropModule } from './file-drop.ts';
import { FolderView } from './folder-view.tsx';
import { useFolderAddress } from './use-folder-address.ts';
import type { StaffTools } from './work/staff-tools.tsx';

const NameImageDialog = onDemand(
  async () => (await import('../naming/name-image-dialog.tsx')).NameImageDialog,
);
const UnfinishedBanners = onDemand(
  async () => (await import('../upload/unfinished-banners.tsx')).UnfinishedBanners,
);

// Someone who has the list may open a menu next.
onFirstScreen(() => void loadMenus().catch(() => undefined));

export interface FileManagerProps {
  target: Target;
  title?: ReactNode;
  /** For preparers, in a client's case. Must stay the same. */
  staffTools?: StaffTools;
  /** Shown after uploads, when all images have names, until it calls `onDone`. */
  reminder?: (onDone: () => void) => ReactNode;
}

export function FileManager({ target, title, staffTools, reminder }: FileManagerProps) {
  const address = useFolderAddress(target.ownerId);
  const { folder } = address;
  const [moved, setMoved] = useState(false);
  const cameFrom = useCameFrom(folder);
  const drop = useFileDropModule();
  const isUploading = useUploads(target.ownerId).length > 0;
  // The panel stays: it has the place for the focus when its last button is gone. It is not loaded on demand: it must
  // be there when the connection is lost.
  const [hasUploaded, setUploaded] = useState(isUploading);
  if (isUploading && !hasUploaded) setUploaded(true);
  useLiveDocuments(target.ownerId);

  function open(next: string) {
    setMoved(true);
    address.goTo(next);
  }

  return (
    <div className={classNames('flex flex-col gap-1.5', target.dense ? 'lg:gap-3' : 'lg:gap-4')}>
      <UploadAnnouncements target={target} />
      {drop === undefined ? (
        <Loading />
      ) : (
        <FolderView
          key={folder}
          target={target}
          address={{ ...address, goTo: open }}
          drop={drop}
          staffTools={staffTools ?? null}
          title={title}
          notices={
            <>
              {target.mayChange && <UnfinishedBanners target={target} />}
              {hasUploaded && <UploadPanel target={target} />}
            </>
          }
          takeFocus={moved}
          cameFrom={cameFrom}
        />
      )}
      <AfterUploads ownerId={target.ownerId} reminder={reminder} />
    </div>
  );
}

function AfterUploads({ ownerId, reminder }: { ownerId: string; reminder: FileManagerProps['reminder'] }) {
  const pending = usePending(ownerId);
  const onReminded = useCallback(() => dismissReminder(ownerId), [ownerId]);
  const [image] = pending.images;
  // The images are lost on reload: then this clears the mark that led back to this folder.
  useEffect(() => markNaming(ownerId, image !== undefined), [ownerId, image]);
  if (image) return <NameImageDialog ownerId={ownerId} pending={pending} image={image} />;
  return pending.isReminderDue && reminder ? reminder(onReminded) : null;
}

/** The child of the open folder that was open before, to focus its row. */
function useCameFrom(folder: string): string | null {
  const [steps, setSteps] = useState({ now: folder, before: folder });
  if (steps.now !== folder) setSteps({ now: folder, before: steps.now });
  const { before } = steps;
  if (before === folder || (folder !== '' && !isWithin(before, folder))) return null;
  return before.slice(folder === '' ? 0 : folder.length + 1).split('/')[0] || null;
}

/** The progress for screen readers. Always rendered: they announce only changes of a live region. */
function UploadAnnouncements({ target: { ownerId, clientName } }: { target: Target }) {
  const { t } = useLingui();
  const text = announcement(useUploads(ownerId), clientName);
  return (
    <p role="status" className="sr-only">
      {text && t(text)}
    </p>
  );
}

/** The progress for screen readers. It changes only every 25 percent, so as not to be read out all the time. */
function announcement(jobs: readonly UploadJob[], owner: string | null): MessageDescriptor | null {
  const { total: count, inProgress, percent } = summarize(jobs);
  if (inProgress === 0) {
    const waiting = jobs.filter((job) => job.status === 'duplicate').length;
    if (waiting === 0) return null;
    return msg`${plural({ waiting }, { one: 'One file needs your answer.', other: '# files need your answer.' })}`;
  }
  if (jobs.some((job) => job.isOffline && isInProgress(job))) return msg`Waiting for the connection.`;
  const quarter = Math.floor(percent / 25) * 25;
  return owner === null
    ? msg`Uploading ${plural({ count }, { one: '# file', other: '# files' })}. ${{ quarter }} percent.`
    : msg`Uploading ${plural({ count }, { one: '# file', other: '# files' })} for ${{ owner }}. ${{ quarter }} percent.`;
}
