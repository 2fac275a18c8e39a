import { createHmac } from 'node:crypto';
import type { Database } from '#server/database/database.ts';
import type { Seals } from '#server/rest/tables/seals.ts';
import type { KeyRing } from '#server/sealing/key-ring.ts';
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
  fingerprints: Fingerprints;
  report: Collector;
  dryRun: boolean;
  /** The office's IANA time zone. */
  timeZone: string;
  /** Prints a progress line. */
  progress(line: string): void;
}

/**
 * Show whether a row has changed since its import. Keyed: a stolen database helps to guess no sealed value. The first is
 * of the current key; a row that was imported before a rotation has one of the others.
 */
type Fingerprints = (kind: string, content: unknown) => Buffer[];

export function createFingerprints(keyRing: Pick<KeyRing, 'secrets'>): Fingerprints {
  const secrets = keyRing.secrets('nutmeg import fingerprints v1');
  return (kind, content) => {
    const text = JSON.stringify([kind, content]);
    return secrets().map((key) => createHmac('sha256', key).update(text).digest());
  };
}
