import type { StorageParts } from '../../context.ts';
import type { Arriving } from './arriving.ts';
import type { BegunBy } from './beginners.ts';
import type { AtWork } from './one-at-a-time.ts';
import type { RunningHashes } from './running-hashes.ts';

/** What resumable uploads work with. */
export interface ResumableParts extends StorageParts {
  atWork: AtWork;
  hashes: RunningHashes;
}

/** One request. */
export interface Visit {
  begunBy: BegunBy;
  body: Arriving;
  /** Counts the body; throws if too many are being received. */
  takeStream: () => void;
  /** May an object that is there be replaced? Said when an upload begins. */
  upsert: boolean;
  /** Upload-Metadata as it came. */
  tusMetadata: string;
}
