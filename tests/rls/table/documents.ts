import { allTried, pretenders, type Row, strangersAtStorage, tried } from '../vocabulary.ts';

const HERE = 'bucket user-documents';

/** A client reads, adds and moves in the own folder, and never deletes; staff do everything, everywhere. */
const reading: Row[] = [
  ...tried(HERE, "list A's folder", {
    visitor: 'entries:0',
    'client A': 'entries:2',
    'client B': 'entries:0',
    admin: 'entries:2',
    super: 'entries:2',
    service: 'entries:2',
    ...strangersAtStorage,
    ...pretenders('entries:0'),
  }),
  ...tried(HERE, 'list the whole bucket', {
    visitor: 'entries:0',
    'client A': 'entries:1',
    'client B': 'entries:1',
    admin: 'entries:2',
    super: 'entries:2',
    service: 'entries:2',
    ...pretenders('entries:0'),
  }),
  ...allTried(HERE, ["download A's file", "ask for facts of A's file", "sign a link to A's file"], {
    visitor: 'storage:404',
    'client A': 'ok',
    'client B': 'storage:404',
    admin: 'ok',
    super: 'ok',
    service: 'ok',
    ...strangersAtStorage,
    ...pretenders('storage:404'),
  }),
  ...tried(HERE, "ask whether A's file exists", {
    visitor: 'false',
    'client A': 'true',
    'client B': 'false',
    admin: 'true',
    service: 'true',
    ...pretenders('false'),
  }),
  ...tried(HERE, "open A's file by its public address", {
    visitor: 'storage:404',
    'client A': 'storage:404',
    admin: 'storage:404',
    service: 'storage:404',
  }),
  ...tried(HERE, "open A's file by a signed link of B's", {
    visitor: 'storage:400',
    'client B': 'storage:400',
  }),
];

const adding: Row[] = [
  ...allTried(
    HERE,
    ["upload into A's folder", "sign an upload into A's folder", "make a folder in A's folder"],
    {
      visitor: 'storage:403',
      'client A': 'ok',
      'client B': 'storage:403',
      admin: 'ok',
      super: 'ok',
      service: 'ok',
      ...pretenders('storage:403'),
    },
  ),
  ...tried(HERE, "upload into A's folder", strangersAtStorage),
  ...allTried(
    HERE,
    [
      'upload beside all folders',
      "upload into a folder that is nobody's",
      'upload into the folder of an unknown id',
    ],
    {
      visitor: 'storage:403',
      'client A': 'storage:403',
      admin: 'storage:403',
      super: 'storage:403',
      service: 'storage:403',
    },
  ),
  // Whether B has such a file is not for A to learn: refused, not "exists already".
  ...tried(HERE, "upload under the name of A's file", {
    visitor: 'storage:403',
    'client A': 'storage:409',
    'client B': 'storage:403',
    admin: 'storage:409',
    service: 'storage:409',
  }),
  ...allTried(HERE, ["overwrite A's file", "replace A's file"], {
    visitor: 'storage:403',
    'client A': 'storage:403',
    'client B': 'storage:403',
    admin: 'ok',
    super: 'ok',
    service: 'ok',
    ...pretenders('storage:403'),
  }),
];

const moving: Row[] = [
  ...allTried(HERE, ["move within A's folder", "copy within A's folder"], {
    visitor: 'storage:404',
    'client A': 'ok',
    'client B': 'storage:404',
    admin: 'ok',
    super: 'ok',
    service: 'ok',
    ...pretenders('storage:404'),
  }),
  ...allTried(HERE, ["move from A's folder into B's", "copy from A's folder into B's"], {
    visitor: 'storage:404',
    'client A': 'storage:403',
    'client B': 'storage:404',
    admin: 'ok',
    super: 'ok',
    service: 'ok',
  }),
  ...tried(HERE, "move within A's folder", strangersAtStorage),
  ...allTried(HERE, ["move from A's folder beside all folders", "move from A's folder into nobody's"], {
    'client A': 'storage:403',
    'client B': 'storage:404',
    admin: 'storage:403',
    service: 'storage:403',
  }),
];

const removing: Row[] = [
  ...tried(HERE, "remove A's file", {
    visitor: 'removed:0',
    'client A': 'removed:0',
    'client B': 'removed:0',
    admin: 'removed:1',
    super: 'removed:1',
    service: 'removed:1',
    ...strangersAtStorage,
    ...pretenders('removed:0'),
  }),
];

/** The bucket itself is the office's program's. */
const bucket: Row[] = [
  ...allTried('buckets', ['make a bucket'], {
    visitor: 'storage:403',
    'client A': 'storage:403',
    admin: 'storage:403',
    super: 'storage:403',
    service: 'ok',
    ...pretenders('storage:403'),
  }),
  ...allTried('buckets', ['make the bucket public', 'delete the bucket'], {
    visitor: 'storage:403',
    'client A': 'storage:403',
    admin: 'storage:403',
    super: 'storage:403',
    ...strangersAtStorage,
  }),
  ...tried('buckets', 'empty the bucket', {
    visitor: 'storage:404',
    'client A': 'storage:404',
    admin: 'storage:404',
    super: 'storage:404',
    ...strangersAtStorage,
  }),
  ...tried('buckets', 'list the buckets', {
    visitor: 'entries:0',
    'client A': 'entries:0',
    admin: 'entries:0',
    super: 'entries:0',
    service: 'entries:1',
  }),
];

export const documents: Row[] = [...reading, ...adding, ...moving, ...removing, ...bucket];
