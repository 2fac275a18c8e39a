import { createHmac } from 'node:crypto';
import type { Database } from '#server/database/database.ts';
import type { Seals } from '#server/rest/tables/seals.ts';
import { derivedKey } from '#server/sealing/derived-key.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import type { Blobs } from '#server/storage/blobs/blobs.ts';
import type { ObjectFiles } from './object-files.ts';
import type { Collector } from './report.ts';
import type { Source } from './source.ts';

/** The dependencies of every kind of import. */
export interface ImportDeps {
  source: Source;
  files: ObjectFiles;
  database: Database;
  blobs: Blobs;
  sealer: Sealer;
  seals: Seals;
  fingerprint: Fingerprint;
  report: Collector;
  dryRun: boolean;
  /** The office's IANA time zone. */
  timeZone: string;
  /** Prints a progress line. */
  progress(line: string): void;
}

/** Shows whether a row has changed since its import. Keyed: a stolen database helps to guess no sealed value. */
type Fingerprint = (kind: string, content: unknown) => Buffer;

export function createFingerprint(masterKey: Buffer): Fingerprint {
  const key = derivedKey(masterKey, 'nutmeg import fingerprints v1');
  return (kind, content) =>
    createHmac('sha256', key)
      .update(JSON.stringify([kind, content]))
      .digest();
}
