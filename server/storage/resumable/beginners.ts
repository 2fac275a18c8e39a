import type { FastifyRequest } from 'fastify';
import { StorageError } from '#server/http/wire-error.ts';
import { callerOrRefuse, type StorageParts } from '../context.ts';
import { type Writer, writerByLink, writerFor } from '../writers.ts';
import type { Beginner, UploadRow } from './upload-rows.ts';

/** Somebody who may begin an upload here, and go on with it. */
export interface KnownBeginner extends Beginner {
  writer: Writer;
  /** Of a link: whether it was signed for replacing what is there. */
  upsert?: boolean;
}

/** Who asks, about an upload to this place. Refuses whoever can't be believed, or no longer. */
export type BegunBy = (place: { bucketId: string; key: string }) => Promise<KnownBeginner>;

/** The caller; a person's session must still live. */
export function byCaller({ database, callerOf }: StorageParts, request: FastifyRequest): BegunBy {
  return async () => {
    const caller = await callerOrRefuse(callerOf, request);
    await database.runAs(caller, { name: 'session-lives', text: 'select' }, { readOnly: true });
    const writer = writerFor(database, caller);
    return { role: caller.role, owner: writer.owner ?? null, writer };
  };
}

/** Whoever holds a signed link for the place: its token comes with each request. */
export function byLink({ database, links }: StorageParts, request: FastifyRequest): BegunBy {
  return async ({ bucketId, key }) => {
    const token = request.headers['x-signature'];
    if (typeof token !== 'string') {
      throw new StorageError('InvalidRequest', {
        message: "headers must have required property 'x-signature'",
      });
    }
    const { url, owner, upsert = false } = await links.verify('upload', token, `${bucketId}/${key}`);
    // A link opens what it says to the letter; here nobody encodes its path once more.
    if (url !== `${bucketId}/${key}`) throw new StorageError('InvalidSignature');
    return { role: 'link', owner: owner ?? null, writer: writerByLink(database, owner), upsert };
  };
}

/** The upload, if this is who began it. To anybody else it does not exist. */
export async function ownUpload(
  find: (id: string) => Promise<UploadRow | undefined>,
  begunBy: BegunBy,
  id: string,
): Promise<{ upload: UploadRow; beginner: KnownBeginner }> {
  const upload = isId(id) ? await find(id) : undefined;
  if (upload === undefined) throw new StorageError('NoSuchUpload');
  const beginner = await begunBy(upload);
  if (beginner.role !== upload.role || beginner.owner !== upload.owner)
    throw new StorageError('NoSuchUpload');
  return { upload, beginner };
}

function isId(id: string): boolean {
  return /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(id);
}
