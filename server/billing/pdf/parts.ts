import { fullDollars } from '#domain/billing/money.ts';
import type { Business } from '#domain/business/business.ts';
import { locales } from '#domain/language/language.ts';
import type { Reader } from '#domain/language/translate.ts';
import { type Column, openSheet, SHEET_WIDTH, type Sheet } from './sheet.ts';

export type OfficeFacts = Pick<Business, 'name' | 'contact' | 'payments'>;

const [left, right]: [Column, Column] = [
  { at: 0, width: SHEET_WIDTH * 0.55 },
  { at: SHEET_WIDTH, width: SHEET_WIDTH * 0.42, align: 'right' },
];
/** A new document: the office at the left, what it is at the right. */
export async function letterhead(
  { name, contact }: OfficeFacts,
  title: string,
  facts: readonly string[],
): Promise<Sheet> {
  const { address, phone, email } = contact;
  const sheet = await openSheet(`${title}, ${name}`, name);
  sheet.row(
    [
      [name, left],
      [title, right],
    ],
    15,
  );
  sheet.gap(4);
  const office = [
    [address.street, address.unit].filter(Boolean).join(', '),
    `${address.city}, ${address.state} ${address.zip}`,
    phone.display,
    email,
  ];
  for (let line = 0; line < Math.max(office.length, facts.length); line += 1) {
    sheet.row([
      [office[line] ?? '', left, 'muted'],
      [facts[line] ?? '', right],
    ]);
  }
  sheet.rule();
  sheet.gap(8);
  return sheet;
}

/** A line of a sum: its name, and the amount at the right edge. */
export function sumRow(sheet: Sheet, name: string, cents: number, size = 10): void {
  sheet.row(
    [
      [name, { at: SHEET_WIDTH - 100, width: 220, align: 'right' }],
      [fullDollars(cents), { at: SHEET_WIDTH, width: 90, align: 'right' }],
    ],
    size,
  );
}

/** "December 31, 2026", in the reader's language. */
export function dayIn({ language }: Reader, day: string): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  );
}
