import type { Database, Transaction } from '#server/database/database.ts';
import { SealBrokenError, type Sealer } from '#server/sealing/sealer.ts';
import type { Piece } from './pieces.ts';
import { BlobBrokenError } from './segments.ts';

/** Where a piece goes: into this whole, from this byte on. */
export interface PiecePlace {
  whole: string;
  startsAt: number;
}

/** Where a data key opens: in the row of its own blob or, for a piece, in its own place in its own whole. */
export const keyPlace = {
  blob: (id: string) => `bound blob:${id}`,
  piece: (id: string, { whole, startsAt }: PiecePlace) => `piece:${id} of ${whole} at ${startsAt}`,
  /** From before objects and wholes were bound to what they name. No longer used for sealing. */
  old: (id: string) => `blob:${id}`,
};

/** A stored part with its data key. */
export interface OpenPart extends Piece {
  key: Buffer;
  /** An object that names it must be bound to it. */
  isBound: boolean;
}

interface Row {
  id: string;
  /** Null for a blob that is its own only part. */
  starts_at: string | null;
  size: string;
  wrapped_key: Buffer;
}

/**
 * The blob itself, or where it is a whole of pieces, those, in order and without a gap. `piece`: it is one, and
 * nothing names it yet. Throws `BlobBrokenError`.
 */
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
    if (startsAt !== end) throw new BlobBrokenError(`pieces of blob ${id} are missing`);
    const size = Number(row.size);
    end += size;
    const place = row.starts_at === null ? piece : { whole: id, startsAt };
    const named = place ? keyPlace.piece(row.id, place) : keyPlace.blob(row.id);
    const key = opened(sealer, row.wrapped_key, named);
    if (key !== undefined) return { id: row.id, startsAt, size, key, isBound: true };
    const old = opened(sealer, row.wrapped_key, keyPlace.old(row.id));
    if (old === undefined) throw new BlobBrokenError(`the key of blob ${row.id} does not open here`);
    return { id: row.id, startsAt, size, key: old, isBound: false };
  });
}

export function sizeOf(parts: readonly Piece[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}

function opened(sealer: Sealer, wrappedKey: Buffer, place: string): Buffer | undefined {
  try {
    return sealer.open(wrappedKey, place);
  } catch (error) {
    if (error instanceof SealBrokenError) return undefined;
    throw error;
  }
}
