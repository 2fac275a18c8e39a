import { addressesIn } from '#domain/contact/legacy-addresses.ts';
import { parseCsv } from '#domain/text/csv.ts';

const LINES_SHOWN = 10;

/** The addresses in a file, or why there are none. */
export async function readLegacyFile(file: Blob): Promise<{ addresses: string[]; skipped: number[] }> {
  const found = addressesIn(parseCsv(await file.text()));
  if (!found) throw new Error('The file has several columns, and none of them is named “email”.');
  if (found.addresses.length === 0) throw new Error('There is no valid address in this file.');
  return found;
}

/** The result of an import, with the skipped lines. */
export function importReport(added: number, found: { addresses: string[]; skipped: number[] }): string {
  const { addresses, skipped } = found;
  const there = addresses.length - added;
  const report = `${counted(added)} added, ${there.toLocaleString('en-US')} already on the list.`;
  if (skipped.length === 0) return report;
  const lines = skipped.slice(0, LINES_SHOWN).join(', ');
  const more = skipped.length > LINES_SHOWN ? ` and ${skipped.length - LINES_SHOWN} more` : '';
  return `${report} Skipped, without a valid address: ${skipped.length} (line ${lines}${more}).`;
}

const counted = (count: number) => (count === 1 ? '1 address' : `${count.toLocaleString('en-US')} addresses`);
