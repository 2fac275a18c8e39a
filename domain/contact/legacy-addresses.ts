import { z } from 'zod';
import type { CsvRow } from '#domain/text/csv.ts';
import { isAccountEmail } from './email.ts';

/** Addresses of clients of the previous system, from an exported list. */

const HEADER = /^e-?mail( ?address)?$/i;
const MAX_LENGTH = 255;

const address = z.string().trim().max(MAX_LENGTH).refine(isAccountEmail).toLowerCase();

/** The normalized address, or undefined if it is invalid. */
export function legacyAddress(typed: string): string | undefined {
  return address.safeParse(typed).data;
}

export interface AddressesFound {
  /** Lowercase, without duplicates. */
  addresses: string[];
  /** The lines without an address. */
  skipped: number[];
}

/** The addresses of the only column, or of the one with a matching header; null if neither exists. */
export function addressesIn(rows: readonly CsvRow[]): AddressesFound | null {
  const heading = rows[0]?.cells.findIndex((cell) => HEADER.test(cell.trim())) ?? -1;
  const body = heading < 0 ? rows : rows.slice(1);
  if (heading < 0 && rows.some(({ cells }) => cells.length > 1)) return null;
  const found = body.map(({ line, cells }) => ({
    line,
    address: legacyAddress(cells[Math.max(heading, 0)] ?? ''),
  }));
  return {
    addresses: [...new Set(found.flatMap(({ address: one }) => one ?? []))],
    skipped: found.filter(({ address: one }) => one === undefined).map(({ line }) => line),
  };
}
