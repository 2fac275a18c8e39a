import { z } from 'zod';
import { factsIn } from '#domain/business/translations.ts';
import { isDay } from '#domain/office-time/days.ts';
import { invoicePdf } from '#server/billing/pdf/invoice-pdf.ts';
import { receiptPdf } from '#server/billing/pdf/receipt-pdf.ts';
import { statementPdf } from '#server/billing/pdf/statement-pdf.ts';
import { readInvoice, readReceipt, readStatement } from '#server/billing/read-documents.ts';
import { type Database, sqlState } from '#server/database/database.ts';
import type { TokenBuckets } from '#server/http/token-buckets.ts';
import { type Readers, readerOfPerson } from '#server/language/readers.ts';
import type { Office } from '#server/office/office.ts';
import { download, idOf, refusal } from './answers.ts';
import type { Functions } from './service.ts';

interface Deps {
  database: Pick<Database, 'runAs' | 'query'>;
  buckets: TokenBuckets;
  readers: Readers;
  office: Pick<Office, 'current'>;
}

const day = z.string().refine(isDay);
const asked = z.union([
  z.object({ invoice: z.guid() }),
  z.object({ receipt: z.guid() }),
  z.object({ statement: z.guid(), since: day, until: day }),
]);
const NOT_ALLOWED = '42501';

/**
 * `GET /functions/v1/billing-pdf?invoice=`, `?receipt=` (a payment), or `?statement=` (a client) with `since` and `until`: what
 * the caller may see, as PDF, in the caller's language.
 */
export function billingPdfFunctions({ database, buckets, readers, office }: Deps): Functions {
  return {
    'billing-pdf': {
      method: 'GET',
      signedIn: true,
      answer: async (request, call) => {
        const caller = await call.caller();
        const wanted = asked.safeParse(Object.fromEntries(new URL(request.url).searchParams)).data;
        if (!wanted) return refusal(400, 'Bad request');
        const personId = idOf(caller);
        await buckets.take([{ key: ['billing pdf', personId], points: 120, seconds: 600 }]);
        const reader = await readerOfPerson(readers, database, personId);
        const facts = factsIn(office.current(), reader.language);
        const make = async (): Promise<[Uint8Array, string] | undefined> => {
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
        };
        try {
          const made = await make();
          if (!made) return refusal(404, 'There is no such document');
          const [bytes, name] = made;
          return download(new Uint8Array(bytes), 'application/pdf', name);
        } catch (error) {
          if (sqlState(error) !== NOT_ALLOWED) throw error;
          return refusal(404, 'There is no such document');
        }
      },
    },
  };
}
