import { useLingui } from '@lingui/react/macro';
import type { ItemRef } from '#app/checklist/client/answers.ts';
import { Checklist, type ChecklistProps } from '#app/checklist/client/checklist.tsx';
import { createItemUploads } from '#app/checklist/client/item-uploads.ts';
import { useDocumentPreview } from '#app/documents/preview/preview-dialog.tsx';
import { UploadRow } from '#app/documents/upload/upload-row.tsx';
import { uploads, useUploads } from '#app/documents/upload/uploads.ts';

/** Outlives the page: uploads continue while other pages are open. */
const itemUploads = createItemUploads(uploads);

/** The client's checklist, with the uploads and the preview of the documents feature. */
export function ChecklistSection(
  props: Pick<ChecklistProps, 'userId' | 'year' | 'clientName' | 'mayAnswer' | 'mayUpload'>,
) {
  const { t } = useLingui();
  const preview = useDocumentPreview(props.userId);
  return (
    <>
      <Checklist
        {...props}
        onPreview={(file) => preview.open([file])}
        onUpload={(item, files) => itemUploads.send(item, files, t)}
        renderUploads={(item) => <ItemUploadRows item={item} />}
      />
      {preview.dialog}
    </>
  );
}

function ItemUploadRows({ item }: { item: ItemRef }) {
  const jobs = useUploads(item.userId).filter((job) => itemUploads.isFor(job, item));
  if (jobs.length === 0) return null;
  return (
    <ul className="mt-2 flex max-w-md flex-col gap-2">
      {jobs.map((job) => (
        <UploadRow key={job.id} job={job} />
      ))}
    </ul>
  );
}
