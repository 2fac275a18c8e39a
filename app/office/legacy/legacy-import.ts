import { addressesIn } from '#domain/contact/legacy-addresses.ts';
import { msg, plural } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { parseCsv } from '#domain/text/csv.ts';

const LINES_SHOWN = 10;

/** The addresses in a file, or why there are none. */
export async function readLegacyFile(
  file: Blob,
  t: Translate,
): Promise<{ addresses: string[]; skipped: number[] }> {
  const found = addressesIn(parseCsv(await file.text()));
  if (!found) throw new Error(t(msg`The file has several columns, but none is named “email.”`));
  if (found.addresses.length === 0) throw new Error(t(msg`This file has no valid email addresses.`));
  return found;
}

interface Found {
  addresses: string[];
  /** The numbers of the lines without a valid address. */
  skipped: number[];
}

/** The result of an import, with the skipped lines. */
export function importReport(added: number, { addresses, skipped }: Found, t: Translate): string {
  const report = t(addedReport(added, addresses.length - added));
  return skipped.length === 0 ? report : `${report} ${t(skippedReport(skipped))}`;
}

const addedReport = (added: number, known: number) =>
  msg`${plural({ added }, { one: '# address', other: '# addresses' })} added, ${plural({ known }, { one: '#', other: '#' })} already on the list.`;

function skippedReport(skipped: readonly number[]) {
  const count = skipped.length;
  const lines = skipped.slice(0, LINES_SHOWN).join(', ');
  return count > LINES_SHOWN
    ? msg`Skipped because they have no valid email address: ${{ count }} (line ${{ lines }} and ${{ more: count - LINES_SHOWN }} more).`
    : msg`Skipped because they have no valid email address: ${{ count }} (line ${{ lines }}).`;
}
