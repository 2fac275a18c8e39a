import type { FastifyRequest } from 'fastify';
import { callerOrRefuse, type StorageParts } from '../../context.ts';
import { StorageError } from '../../errors.ts';
import { type Destination, type Writer, writerByLink, writerFor } from '../writers.ts';
import type { Beginner, UploadRow } from './upload-rows.ts';

/** Somebody who may begin an upload here, and go on with it. */
export interface KnownBeginner extends Beginner {
  writer: Writer;
  /** How many bytes more may be brought to the place. */
  room: number;
  /** Of a link: whether it was signed for replacing what is there. */
  upsert?: boolean;
}

/** Who asks, about an upload to this place. Refuses whoever can't be believed, or no longer. */
export type BegunBy = (place: Destination) => Promise<KnownBeginner>;

/** The caller; a person's session must still live: asking for the room asks for that too. */
export function byCaller({ database, callerOf }: StorageParts, request: FastifyRequest): BegunBy {
  return async (place) => {
    const caller = await callerOrRefuse(callerOf, request);
    const writer = writerFor(database, caller);
    const room = await writer.roomAt(place);
    return { role: caller.role, owner: writer.owner ?? null, writer, room };
  };
}

/** Whoever holds a signed link for the place: its token comes with each request. */
export function byLink({ database, links }: StorageParts, request: FastifyRequest): BegunBy {
  return async (place) => {
    const { bucketId, key } = place;
    const token = request.headers['x-signature'];
    if (typeof token !== 'string') {
      throw new StorageError('InvalidRequest', {
        message: "headers must have required property 'x-signature'",
      });
    }
    const { url, signer, upsert = false } = await links.verify('upload', token, `${bucketId}/${key}`);
    // A link opens what it says to the letter; here nobody encodes its path once more.
    if (url !== `${bucketId}/${key}` || signer === undefined) throw new StorageError('InvalidSignature');
    const writer = writerByLink(database, signer);
    const room = await writer.roomAt(place);
    return { role: 'link', owner: writer.owner ?? null, writer, room, upsert };
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
