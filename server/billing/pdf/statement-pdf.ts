import { fullDollars } from '#domain/billing/money.ts';
import { type StatementLine, statementLine } from '#domain/billing/statement.ts';
import { msg } from '#domain/language/message.ts';
import type { Reader } from '#domain/language/translate.ts';
import { dayIn, letterhead, type OfficeFacts } from './parts.ts';
import { SHEET_WIDTH } from './sheet.ts';

export interface StatementFacts {
  readonly clientName: string;
  readonly since: string;
  readonly until: string;
  readonly rows: readonly (StatementLine & { readonly on_day: string; readonly change_cents: number })[];
}

/** Some pages: the server makes nothing else meanwhile. */
const MAX_ROWS = 200;

const columns = {
  day: { at: 0, width: 110 },
  what: { at: 115, width: 210 },
  change: { at: 415, width: 80, align: 'right' },
  balance: { at: SHEET_WIDTH, width: 80, align: 'right' },
} as const;

/** What was billed and paid in these days, with what was owed after each line. */
export async function statementPdf(
  { clientName, since, until, rows }: StatementFacts,
  office: OfficeFacts,
  reader: Reader,
): Promise<Uint8Array> {
  const { t } = reader;
  const sheet = await letterhead(office, t(msg`Statement`), [
    dayIn(reader, since),
    t(msg`to ${{ date: dayIn(reader, until) }}`),
  ]);
  sheet.text(clientName, 12);
  sheet.gap(14);
  sheet.row(
    [
      [t(msg({ message: 'Date', context: 'statement' })), columns.day, 'muted'],
      [t(msg({ message: 'What', context: 'statement' })), columns.what, 'muted'],
      [t(msg({ message: 'Amount', context: 'statement' })), columns.change, 'muted'],
      [t(msg({ message: 'Balance', context: 'statement' })), columns.balance, 'muted'],
    ],
    9,
  );
  sheet.rule();
  // Of a very long one, the newest lines, after the balance that they begin with.
  const shown = rows.slice(-MAX_ROWS);
  let balance = rows.slice(0, -MAX_ROWS).reduce((sum, row) => sum + row.change_cents, 0);
  for (const row of shown) {
    balance += row.change_cents;
    sheet.row([
      [dayIn(reader, row.on_day), columns.day],
      [t(statementLine(row)), columns.what],
      [row.kind === 'opening' ? '' : fullDollars(row.change_cents), columns.change],
      [fullDollars(balance), columns.balance],
    ]);
  }
  sheet.rule();
  sheet.row(
    [
      [balance < 0 ? t(msg`You have with us`) : t(msg`You owe`), columns.what],
      [fullDollars(Math.abs(balance)), columns.balance],
    ],
    12,
  );
  return sheet.save();
}
