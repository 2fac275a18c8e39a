import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Database } from '#contract/generated/database.ts';
import { isPlaceholder } from '#domain/documents/file-display.ts';
import { type DocumentItem, toItem } from './store/document-store.ts';
import { documentsQueryKey } from './store/documents-query.ts';

/** The public API of this feature: other features import nothing else from app/documents. */
export type { SentDocuments } from './sent-documents.ts';
export { type DocumentItem, isFromOffice } from './store/document-store.ts';
export { useLiveDocuments } from './store/documents-query.ts';
export { downloadDocument } from './store/downloads.ts';
export type { UploadJob } from './upload/upload-job.ts';
export { createUploadPurposes } from './upload/upload-purposes.ts';
export type { UploadQueue } from './upload/upload-queue.ts';

type Row = Database['public']['Tables']['file_uploads']['Row'];

/** The server's page size. */
const MAX_DOCUMENTS = 1000;

const toDocument = (row: Row): DocumentItem =>
  toItem({ ...row, name: row.file_name }, row.file_path.slice(row.file_path.indexOf('/') + 1));

/** The newest 1000 documents of a client, from all folders, newest first. */
export function documentsQuery(ownerId: string) {
  return queryOptions({
    queryKey: [...documentsQueryKey(ownerId), 'all'] as const,
    queryFn: async ({ signal }): Promise<DocumentItem[]> => {
      const newest = rest
        .from('file_uploads')
        .select('*')
        .eq('user_id', ownerId)
        .order('uploaded_at', { ascending: false })
        .limit(MAX_DOCUMENTS);
      const data = await dataOf(newest, signal);
      return data.filter((row) => !isPlaceholder(row.file_name)).map(toDocument);
    },
  });
}

export function documentQuery(ownerId: string, documentId: string | null) {
  return queryOptions({
    queryKey: [...documentsQueryKey(ownerId), 'one', documentId] as const,
    queryFn: () => (documentId === null ? null : fetchDocument(documentId)),
  });
}

/** The current state of one document, or null when it was deleted. Throws the API's error. */
export async function fetchDocument(id: string): Promise<DocumentItem | null> {
  const data = await dataOf(rest.from('file_uploads').select('*').eq('id', id).maybeSingle());
  return data && toDocument(data);
}

export type { WholePdf } from './preview/whole-pdf.ts';
/** With pdf.js, so only when it is needed. */
export const loadPdfOpener = () => import('./preview/whole-pdf.ts');
