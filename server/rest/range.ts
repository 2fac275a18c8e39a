import { RestError } from './errors.ts';

/** The maximum number of rows in a response, as in the hosted service. */
export const MAX_ROWS = 1000;

/** The requested rows, counted from 0. */
export interface RowRange {
  offset: bigint;
  limit: bigint | undefined;
}

/**
 * The rows within both the query (`limit`, `offset`) and the `Range` header, at most `MAX_ROWS`. A header with another unit
 * or format is ignored, as in HTTP. Throws PGRST103.
 */
export function rowRange(
  query: { limit?: bigint | undefined; offset?: bigint | undefined },
  header: string | undefined,
): RowRange {
  const fromHeader = parseRange(header);
  const offset = greater(query.offset ?? 0n, fromHeader.offset);
  const ends = [
    query.limit === undefined ? undefined : (query.offset ?? 0n) + query.limit,
    fromHeader.limit === undefined ? undefined : fromHeader.offset + fromHeader.limit,
    offset + BigInt(MAX_ROWS),
  ].filter((end) => end !== undefined);
  const end = ends.reduce(lesser);
  return { offset, limit: greater(end - offset, 0n) };
}

function parseRange(header: string | undefined): RowRange {
  const found = /^(?:items=)?(\d{1,18})-(\d{1,18})?$/.exec(header ?? '');
  if (!found) return { offset: 0n, limit: undefined };
  const offset = BigInt(found[1] ?? '');
  if (found[2] === undefined) return { offset, limit: undefined };
  const last = BigInt(found[2]);
  if (last < offset) {
    throw new RestError('PGRST103', {
      details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    });
  }
  return { offset, limit: last - offset + 1n };
}

/** The `Content-Range` header: `0-24/3573`, with `*` for no rows or an unknown total. */
export function contentRange(offset: bigint, rows: bigint, total: bigint | undefined): string {
  const part = rows > 0n && total !== 0n ? `${offset}-${offset + rows - 1n}` : '*';
  return `${part}/${total ?? '*'}`;
}

/** 200, or 206 for a part of a known total. Throws PGRST103 if the offset is behind the last row. */
export function rangeStatus(offset: bigint, rows: bigint, total: bigint | undefined): 200 | 206 {
  if (total === undefined) return 200;
  if (offset > total) {
    throw new RestError('PGRST103', {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
      headers: { 'content-range': contentRange(offset, 0n, total) },
    });
  }
  return rows < total ? 206 : 200;
}

// Math.min and Math.max don't take a bigint.
function lesser(a: bigint, b: bigint): bigint {
  return b > a ? a : b;
}

function greater(a: bigint, b: bigint): bigint {
  return b < a ? a : b;
}
