import type { Sealer } from '#server/sealing/sealer.ts';
import type { StorageParts } from '../context.ts';
import type { Arriving } from './arriving.ts';
import type { BegunBy } from './beginners.ts';
import type { AtWork } from './one-at-a-time.ts';

/** What resumable uploads work with. */
export interface ResumableParts extends StorageParts {
  sealer: Sealer;
  atWork: AtWork;
}

/** One request. */
export interface Visit {
  begunBy: BegunBy;
  body: Arriving;
  /** May an object that is there be replaced? Said when an upload begins. */
  upsert: boolean;
  /** Upload-Metadata as it came. */
  tusMetadata: string;
}
