import { escalations, forbidden, invalidTokensAtRest, readByOwnerAndStaff } from '../../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../../rows.ts';

const RESOURCE = 'file_uploads';

/** One of the two files in A's folder is after `after`. */
const listing = rowsFor('list_folder', "list the rest of A's folder", {
  visitor: '42501/401',
  'client A': 'rows:1',
  'client B': 'rows:0',
  admin: 'rows:1',
  super: 'rows:1',
  service: '42501/403',
  ...invalidTokensAtRest,
  ...escalations('rows:0'),
});

/** Triggers keep this list in step with the bucket: it is read-only for all callers. */
export const fileUploads: Row[] = [
  ...listing,
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
