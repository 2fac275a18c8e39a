import { z } from 'zod';
import { factsIn } from '#domain/business/translations.ts';
import { isDay } from '#domain/office-time/days.ts';
import { invoicePdf } from '#server/billing/pdf/invoice-pdf.ts';
import { receiptPdf } from '#server/billing/pdf/receipt-pdf.ts';
import { statementPdf } from '#server/billing/pdf/statement-pdf.ts';
import { readInvoice, readReceipt, readStatement } from '#server/billing/read-documents.ts';
import { readerOfPerson } from '#server/language/readers.ts';
import { download, type FunctionDeps, forPerson, isNotAllowed, refusal } from './answers.ts';
import type { Functions } from './service.ts';

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
        const made = await makePdf();
        if (!made) return notFound();
        const [bytes, name] = made;
        return download(new Uint8Array(bytes), 'application/pdf', name);

        async function makePdf(): Promise<[Uint8Array, string] | undefined> {
          if ('invoice' in wanted) {
            const invoice = await readInvoice(database, caller, wanted.invoice);
            return invoice && [await invoicePdf(invoice, facts, reader), `bill-${invoice.number}.pdf`];
          }
          if ('receipt' in wanted) {
            const receipt = await readReceipt(database, caller, wanted.receipt);
            return (
              receipt && [await receiptPdf(receipt, facts, reader), `receipt-${receipt.receiptNumber}.pdf`]
            );
          }
          const statement = await readStatement(database, caller, wanted);
          return [await statementPdf(statement, facts, reader), `statement-${wanted.until}.pdf`];
        }
      },
      refuse: (error) => (isNotAllowed(error) ? notFound() : undefined),
    }),
  };
}
