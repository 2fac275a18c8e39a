import { useLingui } from '@lingui/react/macro';
import { createAttachmentUploads, type UploadPlace } from '#app/conversation/composer/attachment-uploads.ts';
import { useDocumentPreview } from '#app/documents/preview/preview-dialog.tsx';
import { fetchDocument } from '#app/documents/queries.ts';
import { UploadRow } from '#app/documents/upload/upload-row.tsx';
import { uploads, useUploads } from '#app/documents/upload/uploads.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';

/** What the two sides of the conversation use of the documents feature. */

/** Outlives the page: uploads continue while other pages are open. */
export const attachmentUploads = {
  ...createAttachmentUploads(uploads),
  render: (place: UploadPlace) => <UploadRows place={place} />,
};

/** The unfinished and failed uploads for a message. */
function UploadRows({ place }: { place: UploadPlace }) {
  const jobs = useUploads(place.clientId).filter((job) => attachmentUploads.isFor(job, place));
  if (jobs.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2">
      {jobs.map((job) => (
        <UploadRow key={job.id} job={job} />
      ))}
    </ul>
  );
}

export function useOpenDocument(clientId: string) {
  const { t } = useLingui();
  const preview = useDocumentPreview(clientId);

  async function show(id: string): Promise<void> {
    const found = await fetchDocument(id);
    if (found) preview.open([found]);
    else notify('danger', t`This document isn’t here anymore.`);
  }

  return {
    open: (id: string) => void show(id).catch((error: unknown) => notify('danger', messageOf(error, t))),
    dialog: preview.dialog,
  };
}
