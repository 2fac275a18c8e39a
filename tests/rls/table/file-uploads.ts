import { allTried, pretenders, type Row, strangersAtRest, tried } from '../vocabulary.ts';

const HERE = 'file_uploads';

/** The list of documents follows the bucket by itself: to be read, not to be written, by anybody. */
export const fileUploads: Row[] = [
  ...tried(HERE, "read the entry of A's file", {
    visitor: '42501/401',
    'client A': 'rows:1',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: 'rows:1',
    ...strangersAtRest,
    ...pretenders('rows:0'),
  }),
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
    {
      visitor: '42501/401',
      'client A': '42501/403',
      'client B': '42501/403',
      admin: '42501/403',
      super: '42501/403',
      service: '42501/403',
      ...pretenders('42501/403'),
    },
  ),
];
