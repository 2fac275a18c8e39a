import { randomUUID } from 'node:crypto';
import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import { SealBrokenError, type Sealer } from '#server/sealing/sealer.ts';

/** The columns of an object that determine which bytes it references. */
export interface Named {
  bucket_id: string;
  name: string;
  version: string;
  blob_id: string;
}

type Target = Omit<Named, 'version'> & { size: number };

export function createBinding(sealer: Sealer) {
  const about = ({ bucket_id, name, blob_id, size }: Target, id: string) =>
    JSON.stringify([
      'object',
      bucket_id,
      bucket_id === DOCUMENTS_BUCKET ? name.split('/', 1)[0] : null,
      id,
      blob_id,
      size,
    ]);
  const versionOf = (target: Target, id: string) =>
    `${id}.${sealer.seal(Buffer.alloc(0), about(target, id)).toString('base64url')}`;
  const holds = (object: Named, size: number) => {
    const [id = '', proof = ''] = object.version.split('.');
    try {
      sealer.open(Buffer.from(proof, 'base64url'), about({ ...object, size }, id));
      return true;
    } catch (error) {
      if (error instanceof SealBrokenError) return false;
      throw error;
    }
  };
  return {
    /** The version for an object that will reference this blob at this place. */
    version: (target: Target): string => versionOf(target, randomUUID()),
    holds,
    /** The version for another place. Undefined if the current one is not proven: moving must not create a proof. */
    moved: (object: Named, size: number, to: Pick<Named, 'bucket_id' | 'name'>): string | undefined =>
      holds(object, size) ? versionOf({ ...object, ...to, size }, randomUUID()) : undefined,
    /** The same version, proven with this key. */
    renewed: (object: Named, size: number): string =>
      versionOf({ ...object, size }, object.version.split('.', 1)[0] ?? ''),
  };
}

/**
 * Binds an object to its blob, so that someone who can write to the database can't make one client download
 * another's document. The proof is part of the object's version, which stays with the object (moves, trash,
 * restoring) and changes with its bytes. It is the tag of an encryption of the empty text, with place, version,
 * blob, and size as additional authenticated data. The place is the bucket and, for documents, the client's folder.
 */
export type Binding = ReturnType<typeof createBinding>;
