import { escalations, invalidTokensAtStorage } from '../../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../../rows.ts';

const RESOURCE = 'bucket user-documents';

/** A client reads, uploads, and moves in their own folder, and never deletes; staff may do everything everywhere. */
const reading: Row[] = [
  ...rowsFor(RESOURCE, "list A's folder", {
    visitor: 'entries:0',
    'client A': 'entries:2',
    'client B': 'entries:0',
    admin: 'entries:2',
    super: 'entries:2',
    service: 'entries:2',
    ...invalidTokensAtStorage,
    ...escalations('entries:0'),
  }),
  ...rowsFor(RESOURCE, 'list the whole bucket', {
    visitor: 'entries:0',
    'client A': 'entries:1',
    'client B': 'entries:1',
    admin: 'entries:2',
    super: 'entries:2',
    service: 'entries:2',
    ...escalations('entries:0'),
  }),
  ...rowsForEach(
    RESOURCE,
    ["download A's file", "get info of A's file", "create a signed URL for A's file"],
    {
      visitor: 'storage:404',
      'client A': 'ok',
      'client B': 'storage:404',
      admin: 'ok',
      super: 'ok',
      service: 'ok',
      ...invalidTokensAtStorage,
      ...escalations('storage:404'),
    },
  ),
  ...rowsFor(RESOURCE, "check whether A's file exists", {
    visitor: 'false',
    'client A': 'true',
    'client B': 'false',
    admin: 'true',
    service: 'true',
    ...escalations('false'),
  }),
  ...rowsFor(RESOURCE, "open the public URL of A's file", {
    visitor: 'storage:404',
    'client A': 'storage:404',
    admin: 'storage:404',
    service: 'storage:404',
  }),
  ...rowsFor(RESOURCE, "open A's file with a signed URL for B's file", {
    visitor: 'storage:400',
    'client B': 'storage:400',
  }),
];

const adding: Row[] = [
  ...rowsForEach(
    RESOURCE,
    ["upload into A's folder", "create a signed upload URL in A's folder", "create a folder in A's folder"],
    {
      visitor: 'storage:403',
      'client A': 'ok',
      'client B': 'storage:403',
      admin: 'ok',
      super: 'ok',
      service: 'ok',
      ...escalations('storage:403'),
    },
  ),
  ...rowsFor(RESOURCE, "upload into A's folder", invalidTokensAtStorage),
  ...rowsForEach(
    RESOURCE,
    [
      'upload to the top level',
      'upload into a folder without an owner',
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
  // 403, not 409: a client must not learn which files another client has.
  ...rowsFor(RESOURCE, "upload under the name of A's file", {
    visitor: 'storage:403',
    'client A': 'storage:409',
    'client B': 'storage:403',
    admin: 'storage:409',
    service: 'storage:409',
  }),
  ...rowsForEach(RESOURCE, ["overwrite A's file", "replace A's file"], {
    visitor: 'storage:403',
    'client A': 'storage:403',
    'client B': 'storage:403',
    admin: 'ok',
    super: 'ok',
    service: 'ok',
    ...escalations('storage:403'),
  }),
];

const moving: Row[] = [
  ...rowsForEach(RESOURCE, ["move within A's folder", "copy within A's folder"], {
    visitor: 'storage:404',
    'client A': 'ok',
    'client B': 'storage:404',
    admin: 'ok',
    super: 'ok',
    service: 'ok',
    ...escalations('storage:404'),
  }),
  ...rowsForEach(RESOURCE, ["move from A's folder into B's", "copy from A's folder into B's"], {
    visitor: 'storage:404',
    'client A': 'storage:403',
    'client B': 'storage:404',
    admin: 'ok',
    super: 'ok',
    service: 'ok',
  }),
  ...rowsFor(RESOURCE, "move within A's folder", invalidTokensAtStorage),
  ...rowsForEach(
    RESOURCE,
    ["move from A's folder to the top level", "move from A's folder into a folder without an owner"],
    {
      'client A': 'storage:403',
      'client B': 'storage:404',
      admin: 'storage:403',
      service: 'storage:403',
    },
  ),
];

const removing: Row[] = [
  ...rowsFor(RESOURCE, "remove A's file", {
    visitor: 'removed:0',
    'client A': 'removed:0',
    'client B': 'removed:0',
    admin: 'removed:1',
    super: 'removed:1',
    service: 'removed:1',
    ...invalidTokensAtStorage,
    ...escalations('removed:0'),
  }),
];

/** Only the service key manages buckets. */
const bucket: Row[] = [
  ...rowsForEach('buckets', ['create a bucket'], {
    visitor: 'storage:403',
    'client A': 'storage:403',
    admin: 'storage:403',
    super: 'storage:403',
    service: 'ok',
    ...escalations('storage:403'),
  }),
  ...rowsForEach('buckets', ['make the bucket public', 'delete the bucket'], {
    visitor: 'storage:403',
    'client A': 'storage:403',
    admin: 'storage:403',
    super: 'storage:403',
    ...invalidTokensAtStorage,
  }),
  ...rowsFor('buckets', 'empty the bucket', {
    visitor: 'storage:404',
    'client A': 'storage:404',
    admin: 'storage:404',
    super: 'storage:404',
    ...invalidTokensAtStorage,
  }),
  ...rowsFor('buckets', 'list the buckets', {
    visitor: 'entries:0',
    'client A': 'entries:0',
    admin: 'entries:0',
    super: 'entries:0',
    service: 'entries:1',
  }),
];

export const documents: Row[] = [...reading, ...adding, ...moving, ...removing, ...bucket];
