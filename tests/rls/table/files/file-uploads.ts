import { escalations, forbidden, readByOwnerAndStaff } from '../../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../../rows.ts';

const RESOURCE = 'file_uploads';

/** Triggers keep this list in step with the bucket: it is read-only for all callers. */
export const fileUploads: Row[] = [
  ...rowsFor(RESOURCE, "read the entry of A's file", readByOwnerAndStaff),
  ...rowsFor(RESOURCE, "read the entries of A's and B's files", {
    'client A': 'rows:1',
    'client B': 'rows:1',
    admin: 'rows:2',
    super: 'rows:2',
    ...escalations('rows:0'),
  }),
  ...rowsForEach(
    RESOURCE,
    [
      'add an entry',
      "raise the download count of A's entry",
      "point A's entry at B's file",
      "delete A's entry",
    ],
    forbidden,
  ),
];
