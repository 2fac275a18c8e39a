import type { Readable } from 'node:stream';
import type { Database } from '#server/database/database.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import { BlobMissingError, type BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { verifyPortal } from '#server/verify/verify-portal.ts';
import { FileMissingError } from '../backup-error.ts';
import { type CopiedDocument, DOCUMENTS } from '../manifest.ts';
import type { BackupPlace } from '../place/place.ts';

interface Parts {
  /** The restored one. */
  database: Database;
  place: BackupPlace;
  documents: Map<string, CopiedDocument>;
  sealer: Sealer;
  /** Whether each document is decrypted too; otherwise what comes before that: seals, rows, and what they name. */
  decrypts: boolean;
  pace?: ((bytes: number) => Promise<void>) | undefined;
  onProblem(problem: string): void;
  signal?: AbortSignal | undefined;
}

/** The check of the documents' bytes; the cheap checks come before it. */
const BYTES = 'documents';

/**
 * Every sealed value opened, every row against what it names, and where asked for every document decrypted. Answers with
 * how many documents those were, and their bytes.
 */
export async function storedFindings(parts: Parts): Promise<{ read: number; bytes: number }> {
  const { database, place, documents, sealer, decrypts, pace, onProblem, signal } = parts;
  let check = '';
  const report = await verifyPortal({
    database,
    store: documentsAt(place, documents),
    sealer,
    onFinding: ({ path, key, what, client }) => {
      const whose = client === undefined ? '' : ` of ${client.email}`;
      onProblem(`${path ?? key}${whose}: ${what}`);
    },
    onProgress: (_report, cursor) => {
      check = cursor.check;
    },
    shouldPause: () => !decrypts && check === BYTES,
    ...(pace && { pace }),
    signal,
  });
  return { read: report.documents, bytes: report.bytes };
}

/** The documents of one backup as a store that is only read. */
function documentsAt(
  place: BackupPlace,
  documents: Map<string, CopiedDocument>,
): Pick<BlobStore, 'get' | 'list' | 'probe'> {
  return {
    // Documents are verified whole: the range is always all of it.
    get: async (id): Promise<Readable> => {
      const { bytes } = await place.get(DOCUMENTS + id).catch((error: unknown) => {
        throw error instanceof FileMissingError ? new BlobMissingError(id) : error;
      });
      return bytes;
    },
    async *list() {
      for (const { id, size } of documents.values()) yield { id, bytes: size };
    },
    probe: async () => undefined,
  };
}
