import { z } from 'zod';
import { csvEntry, csvHeader, iifHeader, iifTransaction, type LedgerRow } from '#domain/billing/export.ts';
import { isDay } from '#domain/office-time/days.ts';
import type { Caller } from '#server/database/database.ts';
import { download, forPerson, isNotAllowed, type PersonalDeps, refusal, textStream } from './answers.ts';
import type { Functions } from './service.ts';

const day = z.string().refine(isDay);
const asked = z.object({ since: day, until: day, format: z.enum(['csv', 'iif']) });
const PAGE = 500;
/** For more, export several date ranges. */
const MAX_TRANSACTIONS = 100_000;

/** The books of some days, as CSV or for QuickBooks, by the person's permissions. Recorded before its first line. */
export function billingExportFunctions(deps: PersonalDeps): Functions {
  return {
    'billing-export': forPerson(deps, {
      method: 'POST',
      limit: { name: 'billing export', points: 30, seconds: 3600 },
      schema: asked,
      invalid: ['Bad request'],
      answer: async (books, { caller }) => {
        const { since, until, format } = books;
        await deps.database.runAs(caller, {
          text: 'select public.note_billing_export($1, $2, $3)',
          values: [since, until, format],
        });
        const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/octet-stream';
        const name = `books-${since}-${until}.${format}`;
        return download(textStream(lines(deps.database, caller, books)), type, name);
      },
      refuse: (error) => (isNotAllowed(error) ? refusal(403, 'Only staff can do this') : undefined),
    }),
  };
}

async function* lines(
  database: PersonalDeps['database'],
  caller: Caller,
  { since, until, format }: z.infer<typeof asked>,
): AsyncGenerator<string> {
  // The byte order mark tells spreadsheets that this is UTF-8. QuickBooks doesn't know it.
  yield format === 'csv' ? `\uFEFF${csvHeader}` : iifHeader;
  let after = 0;
  for (let transactions = 0; transactions < MAX_TRANSACTIONS; transactions += PAGE) {
    // Amounts are far below the largest safe integer.
    const { rows } = await database.runAs<LedgerRow>(
      caller,
      {
        text: `select sequence::float8, on_day::text, kind, client_name, invoice_number::float8, receipt_number::float8, method,
            wallet, reference, account, amount_cents::float8
          from public.ledger_export($1, $2, $3, $4)`,
        values: [since, until, after, PAGE],
      },
      { readOnly: true },
    );
    for (const transaction of Map.groupBy(rows, ({ sequence }) => sequence).values()) {
      yield format === 'csv' ? transaction.map(csvEntry).join('') : iifTransaction(transaction);
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.sequence;
  }
}
