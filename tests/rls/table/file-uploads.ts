import { readByOwnerAndOffice, refusedToAll } from '../outcomes.ts';
import { allTried, pretenders, type Row, tried } from '../vocabulary.ts';

const HERE = 'file_uploads';

/** The list of documents follows the bucket by itself: to be read, not to be written, by anybody. */
export const fileUploads: Row[] = [
  ...tried(HERE, "read the entry of A's file", readByOwnerAndOffice),
  ...tried(HERE, "read the entries of A's and B's files", {
    'client A': 'rows:1',
    'client B': 'rows:1',
    admin: 'rows:2',
    super: 'rows:2',
    ...pretenders('rows:0'),
  }),
  ...allTried(
    HERE,
    [
      'add an entry',
      "raise the download count of A's entry",
      "point A's entry at B's file",
      "delete A's entry",
    ],
    refusedToAll,
  ),
];
