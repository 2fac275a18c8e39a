import type { FastifyRequest } from 'fastify';
import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import type { Caller, Database } from '#server/database/database.ts';
import { STALL_MS } from '#server/http/load/limits.ts';
import { requireCaller, type StorageDeps } from '../../context.ts';
import { invalidRequest, StorageError } from '../../errors.ts';
import { createLinkWriter, createWriter, type Destination, type Writer } from '../../objects/writer.ts';
import { IDLE_MS } from '../upload-limits.ts';
import type { RunningHashes } from './running-hashes.ts';
import type { UploaderIdentity } from './uploads-table.ts';

export interface TusDeps extends StorageDeps {
  hashes: RunningHashes;
}

/**
 * Checks that the sender may upload to this destination. Throws for a sender without permission, and `NoSuchUpload` for
 * anyone but the creator of an upload that exists already, and those who may cancel it.
 */
export type Authorize = (destination: Destination, creator?: UploaderIdentity) => Promise<Uploader>;

/** The authorized sender of an upload. Only the one who created an upload may continue it, some others cancel it. */
export interface Uploader {
  role: UploaderIdentity['role'];
  writer: Writer;
  /** How many more bytes may be stored at the destination. */
  room: number;
  /** For a signed link: whether it was signed for replacing an existing object. */
  upsert?: boolean;
}

/** Authorizes the caller. Reading the remaining quota also checks that a person's session still exists. */
export function authorizeCaller({ database, callerOf }: StorageDeps, request: FastifyRequest): Authorize {
  return async (destination, creator) => {
    const caller = await requireCaller(callerOf, request);
    const writer = createWriter(database, caller);
    const { role } = caller;
    if (request.method === 'DELETE' && (await mayCancel(database, caller, destination))) {
      return { role, writer, room: 0 };
    }
    requireCreator(creator, role, writer);
    return { role, writer, room: await writer.roomLeft(destination) };
  };
}

/** Staff and a client's own members cancel what another member began and does not finish. */
async function mayCancel(
  database: Database,
  caller: Caller,
  { bucketId, key }: Destination,
): Promise<boolean> {
  if (bucketId !== DOCUMENTS_BUCKET || caller.role !== 'authenticated') return false;
  const { rows } = await database.runAs<{ may: boolean }>(caller, {
    text: 'select storage.may_cancel_uploads(public.document_owner($1)) as may',
    values: [key],
  });
  return rows[0]?.may === true;
}

/** Authorizes the holder of a signed link, whose token comes with each request. */
export function authorizeLink({ database, links }: StorageDeps, request: FastifyRequest): Authorize {
  return async (destination, creator) => {
    const path = `${destination.bucketId}/${destination.key}`;
    const token = request.headers['x-signature'];
    if (typeof token !== 'string') {
      throw invalidRequest("headers must have required property 'x-signature'");
    }
    const { url, signer, upsert = false } = await links.verify('upload', token, path);
    // `verify` also accepts a path that was encoded once more. TUS clients never do that.
    if (url !== path || signer === undefined) throw new StorageError('InvalidSignature');
    const writer = createLinkWriter(database, signer);
    requireCreator(creator, 'link', writer);
    return { role: 'link', writer, room: await writer.roomLeft(destination), upsert };
  };
}

/** Before the right to upload is checked: for anyone else, the upload doesn't exist. */
function requireCreator(
  creator: UploaderIdentity | undefined,
  role: UploaderIdentity['role'],
  { owner }: Writer,
): void {
  if (creator && (creator.role !== role || creator.owner !== (owner ?? null)))
    throw new StorageError('NoSuchUpload');
}

export function requestBody({ raw, headers }: FastifyRequest) {
  let receiving = false;
  const length = headers['content-length'];
  return {
    /** `Content-Length`, if sent. */
    declaredLength: length === undefined ? undefined : Number(length),
    /** Whether the body itself has ended, not only the connection. */
    isComplete: (): boolean => raw.complete,
    /** Ends when the body or the connection does. The bytes received by then count; the client sends the rest later. */
    async *bytes(): AsyncIterable<Buffer> {
      receiving = true;
      // A phone that changed its network leaves a connection behind on which no byte ever arrives.
      raw.setTimeout(IDLE_MS, () => raw.destroy());
      try {
        yield* raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
      } catch {
        // The connection was lost. The client resumes the upload.
      } finally {
        receiving = false;
        raw.socket.setTimeout(STALL_MS);
      }
    },
    /** Closes the connection if bytes are still arriving. The bytes received so far count. */
    abort: (): void => {
      if (receiving) raw.destroy();
    },
  };
}

export type RequestBody = ReturnType<typeof requestBody>;

export const EMPTY_BODY: RequestBody = {
  async *bytes() {},
  declaredLength: 0,
  isComplete: () => true,
  abort: () => undefined,
};
