import type { Database, Transaction } from '#server/database/database.ts';
import { SealBrokenError, type Sealer } from '#server/sealing/sealer.ts';
import { BlobBrokenError } from './segments.ts';

/** A stored part of a whole: its blob, offset, and length. */
export interface Piece {
  id: string;
  startsAt: number;
  size: number;
}

/** The place of a piece: the whole and the offset in it. */
export interface PiecePlace {
  whole: string;
  startsAt: number;
}

/** The place that a data key is bound to: the row of its blob or, for a piece, its place in the whole. */
export const keyPlace = {
  blob: (id: string) => `bound blob:${id}`,
  piece: (id: string, { whole, startsAt }: PiecePlace) => `piece:${id} of ${whole} at ${startsAt}`,
};

/** A stored part with its data key. */
export interface OpenPart extends Piece {
  key: Buffer;
}

interface Row {
  id: string;
  /** Null for a blob that is not part of a whole. */
  starts_at: string | null;
  size: string;
  /** Null for a piece that never arrived whole: nothing may refer to it. */
  wrapped_key: Buffer | null;
}

/** A blob's parts in order: its pieces, or itself. `piece`: it is an unreferenced one. Throws `BlobBrokenError`. */
export async function partsOf(
  database: Pick<Database | Transaction, 'query'>,
  sealer: Sealer,
  id: string,
  piece?: PiecePlace,
): Promise<OpenPart[]> {
  const { rows } = await database.query<Row>(
    `select id, null::bigint as starts_at, size, wrapped_key from storage.blobs where id = $1 and wrapped_key is not null
     union all
     select b.id, p.starts_at, b.size, b.wrapped_key
     from storage.blob_pieces p join storage.blobs b on b.id = p.piece_id
     where p.blob_id = $1
     order by starts_at`,
    [id],
  );
  let end = 0;
  return rows.map((row) => {
    const startsAt = Number(row.starts_at ?? 0);
    if (startsAt !== end || row.wrapped_key === null) {
      throw new BlobBrokenError(`pieces of blob ${id} are missing`);
    }
    const size = Number(row.size);
    end += size;
    const place = row.starts_at === null ? piece : { whole: id, startsAt };
    return { id: row.id, startsAt, size, key: openPart(sealer, row.wrapped_key, row.id, place) };
  });
}

/** The data key of a blob or, with its place, of a piece. Throws `BlobBrokenError`. */
export function openPart(sealer: Sealer, wrappedKey: Buffer, id: string, piece?: PiecePlace): Buffer {
  try {
    return sealer.open(wrappedKey, piece ? keyPlace.piece(id, piece) : keyPlace.blob(id));
  } catch (cause) {
    if (!(cause instanceof SealBrokenError)) throw cause;
    throw new BlobBrokenError(`the key of blob ${id} does not open here`, { cause });
  }
}

export function sizeOf(parts: readonly Piece[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}
