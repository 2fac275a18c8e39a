import type { Occupation, Span } from '#domain/booking/slots.ts';
import type { Database } from '#server/database/database.ts';

/** No appointment is longer: business.json allows eight hours. */
const TAKEN = `
  select seat, starts_at, ends_at from public.appointments
  where starts_at > $1::timestamptz - interval '1 day' and starts_at < $2 and ends_at > $1
    and status <> 'cancelled'`;
const BLOCKS = `
  select starts_at, ends_at from public.calendar_blocks where starts_at < $2 and ends_at > $1`;

interface Row {
  starts_at: Date;
  ends_at: Date;
}

/** What stands in the way of visitors within a span of time. */
export async function occupationOf(
  database: Pick<Database, 'query'>,
  { start, end }: Span,
): Promise<Occupation> {
  const between = [new Date(start), new Date(end)];
  const [taken, blocks] = await Promise.all([
    database.query<Row & { seat: number }>(TAKEN, between),
    database.query<Row>(BLOCKS, between),
  ]);
  return {
    taken: taken.rows.map((row) => ({ seat: row.seat, ...spanOf(row) })),
    blocks: blocks.rows.map(spanOf),
  };
}

function spanOf({ starts_at, ends_at }: Row): Span {
  return { start: starts_at.getTime(), end: ends_at.getTime() };
}
