import type { Readable } from 'node:stream';
import type { Database } from '#server/database/database.ts';
import type { Finding } from '#server/operate/verify/finding.ts';
import { verifyPortal } from '#server/operate/verify/verify-portal.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import { BlobMissingError, type BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { FileMissingError } from '../backup-error.ts';
import { type CopiedDocument, DOCUMENTS_FOLDER } from '../manifest.ts';
import type { BackupPlace } from '../place/place.ts';

interface Deps {
  /** The restored database. */
  database: Database;
  place: BackupPlace;
  documents: Map<string, CopiedDocument>;
  sealer: Sealer;
  /** Whether to decrypt each document too, after checking seals and rows. */
  decrypts: boolean;
  pace?: ((bytes: number) => Promise<void>) | undefined;
  /** The sentence names document and client. */
  onFinding(finding: Finding, sentence: string): void;
  signal?: AbortSignal | undefined;
}

/** The check of the documents' bytes, which comes after all cheaper checks. */
export const DOCUMENTS_CHECK = 'documents';

/** Opens every sealed value, checks every row, and decrypts the documents if asked. Returns their count and bytes. */
export async function checkContent(deps: Deps): Promise<{ read: number; bytes: number }> {
  const { database, place, documents, sealer, decrypts, pace, onFinding, signal } = deps;
  let check = '';
  const report = await verifyPortal({
    database,
    store: documentsAt(place, documents),
    sealer,
    onFinding: (finding) => {
      const { path, key, what, client } = finding;
      const whose = client === undefined ? '' : ` of ${client.email || client.name}`;
      onFinding(finding, `${path ?? key}${whose}: ${what}`);
    },
    onProgress: (_report, cursor) => {
      check = cursor.check;
    },
    shouldPause: () => !decrypts && check === DOCUMENTS_CHECK,
    ...(pace && { pace }),
    signal,
  });
  return { read: report.documents, bytes: report.bytes };
}

/** The documents of one backup as a read-only store. */
function documentsAt(
  place: BackupPlace,
  documents: Map<string, CopiedDocument>,
): Pick<BlobStore, 'get' | 'list' | 'probe'> {
  return {
    // Documents are always read completely, so the range is ignored.
    get: async (id): Promise<Readable> => {
      const { bytes } = await place.get(DOCUMENTS_FOLDER + id).catch((error: unknown) => {
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
