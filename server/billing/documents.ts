import { z } from 'zod';
import { factsIn } from '#domain/business/translations.ts';
import { isDay } from '#domain/office-time/days.ts';
import type { Caller } from '#server/database/database.ts';
import { download, type FunctionDeps, forPerson, isNotAllowed, refusal } from '#server/functions/answers.ts';
import type { Functions } from '#server/functions/service.ts';
import { readerOfPerson } from '#server/language/readers.ts';
import { type InvoiceFacts, invoicePdf } from './pdf/invoice-pdf.ts';
import { type ReceiptFacts, receiptPdf } from './pdf/receipt-pdf.ts';
import { type StatementFacts, statementPdf } from './pdf/statement-pdf.ts';

const day = z.string().refine(isDay);
const asked = z.union([
  z.object({ invoice: z.guid() }),
  z.object({ receipt: z.guid() }),
  z.object({ statement: z.guid(), since: day, until: day }),
]);
const notFound = () => refusal(404, 'There is no such document');

/**
 * `GET /functions/v1/billing-pdf?invoice=`, `?receipt=` (a payment), or `?statement=` (a client) with `since` and `until`: what
 * the caller may see, as PDF, in the caller's language.
 */
export function billingPdfFunctions(deps: FunctionDeps): Functions {
  const { database, readers, office } = deps;
  return {
    'billing-pdf': forPerson(deps, {
      method: 'GET',
      limit: { name: 'billing pdf', points: 120, seconds: 600 },
      schema: asked,
      invalid: ['Bad request'],
      answer: async (wanted, { caller, personId }) => {
        const reader = await readerOfPerson(readers, database, personId);
        const facts = factsIn(office.current(), reader.language);
        const answer = (bytes: Uint8Array, name: string) =>
          download(new Uint8Array(bytes), 'application/pdf', name);
        if ('invoice' in wanted) {
          const invoice = await readInvoice(database, caller, wanted.invoice);
          if (!invoice) return notFound();
          return answer(await invoicePdf(invoice, facts, reader), `bill-${invoice.number}.pdf`);
        }
        if ('receipt' in wanted) {
          const receipt = await readReceipt(database, caller, wanted.receipt);
          if (!receipt) return notFound();
          return answer(await receiptPdf(receipt, facts, reader), `receipt-${receipt.receiptNumber}.pdf`);
        }
        const statement = await readStatement(database, caller, wanted);
        return answer(await statementPdf(statement, facts, reader), `statement-${wanted.until}.pdf`);
      },
      refuse: (error) => (isNotAllowed(error) ? notFound() : undefined),
    }),
  };
}

type Queries = FunctionDeps['database'];

const NAME = `select coalesce(nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''), p.email, '') as name
  from public.user_profiles p where p.user_id = $1`;

/** What the documents show, read with the caller's permissions. The name is the owner's: members see it anyway. */
async function readInvoice(database: Queries, caller: Caller, id: string) {
  const { rows } = await database.runAs<{ client_id: string; facts: Omit<InvoiceFacts, 'clientName'> }>(
    caller,
    {
      text: `select i.client_id, json_build_object(
          'number', i.number, 'issuedOn', i.issued_on, 'dueOn', i.due_on, 'note', i.note, 'taxRate', i.tax_rate,
          'taxCents', i.tax_cents, 'totalCents', i.total_cents, 'balanceCents', i.balance_cents,
          'writtenOffCents', i.written_off_cents, 'isVoid', i.status = 'void',
          'lines', (
            select coalesce(json_agg(json_build_object(
              'description', l.description, 'quantity', l.quantity, 'unitCents', l.unit_cents, 'amountCents', l.amount_cents
            ) order by l.position), '[]') from public.invoice_lines l where l.invoice_id = i.id
          ),
          'plan', (
            select coalesce(json_agg(json_build_object('dueOn', n.due_on, 'cents', n.amount_cents) order by n.position), '[]')
            from public.installments n where n.invoice_id = i.id
          )
        ) as facts
        from public.invoices i where i.id = $1 and i.issued_at is not null`,
      values: [id],
    },
    { readOnly: true },
  );
  const [found] = rows;
  return found && { ...found.facts, clientName: await nameOf(database, found.client_id) };
}

async function readReceipt(
  database: Queries,
  caller: Caller,
  paymentId: string,
): Promise<ReceiptFacts | undefined> {
  // Which client it is of is no secret to those who see the client, and no one else gets an answer.
  const { rows: transactions } = await database.query<{ client_id: string }>(
    `select client_id from public.ledger_transactions where id = $1 and kind = 'payment'`,
    [paymentId],
  );
  const clientId = transactions[0]?.client_id;
  if (clientId === undefined) return undefined;
  const { rows } = await database.runAs<{ facts: Omit<ReceiptFacts, 'clientName'> }>(
    caller,
    {
      text: `select json_build_object(
          'receiptNumber', p.receipt_number, 'invoiceNumber', p.invoice_number, 'amountCents', p.amount_cents,
          'method', p.method, 'wallet', p.wallet, 'reference', p.reference, 'onDay', p.on_day, 'isUndone', p.is_undone
        ) as facts
        from public.client_payments($1) p where p.id = $2`,
      values: [clientId, paymentId],
    },
    { readOnly: true },
  );
  return rows[0] && { ...rows[0].facts, clientName: await nameOf(database, clientId) };
}

async function readStatement(
  database: Queries,
  caller: Caller,
  { statement: clientId, since, until }: { statement: string; since: string; until: string },
): Promise<StatementFacts> {
  const { rows } = await database.runAs<{ lines: StatementFacts['rows'] }>(
    caller,
    {
      text: `select coalesce(json_agg(s), '[]') as lines from public.client_statement($1, $2, $3) s`,
      values: [clientId, since, until],
    },
    { readOnly: true },
  );
  return { clientName: await nameOf(database, clientId), since, until, rows: rows[0]?.lines ?? [] };
}

async function nameOf(database: Queries, clientId: string): Promise<string> {
  const { rows } = await database.query<{ name: string }>(NAME, [clientId]);
  return rows[0]?.name ?? '';
}
