import { z } from 'zod';
import { type FunctionDeps, forPerson, refusal } from '#server/functions/answers.ts';
import type { Functions } from '#server/functions/service.ts';
import { readerOfPerson } from '#server/language/readers.ts';
import { type PaymentProvider, ProviderError } from './stripe.ts';

interface Deps extends FunctionDeps {
  provider: PaymentProvider | undefined;
}

const asked = z.object({ invoiceId: z.guid(), all: z.boolean().default(false) });
const TIMEOUT_MS = 10_000;

/**
 * `GET /functions/v1/pay-invoice`: whether bills can be paid by card. `POST` with a bill that the caller sees: the address
 * of the processor's page, for what is due now or for everything.
 */
export function payInvoiceFunctions(deps: Deps): Functions {
  const { database, readers, office, provider, siteUrl, log } = deps;
  return {
    'pay-invoice': [
      {
        method: 'GET',
        signedIn: true,
        answer: async () => Response.json({ byCard: provider !== undefined }),
      },
      forPerson(deps, {
        method: 'POST',
        limit: { name: 'pay invoice', points: 30, seconds: 3600 },
        schema: asked,
        invalid: ['Bad request', 'bad_request'],
        answer: async ({ invoiceId, all }, { caller, personId }) => {
          if (provider === undefined) return refusal(404, 'Cards can’t be used here', 'no_cards');
          // With the caller's permissions: a bill that they don't see can't be paid by them.
          const { rows } = await database.runAs<{ id: string }>(caller, {
            text: `select id from public.invoices where id = $1 and status in ('open', 'partly_paid')`,
            values: [invoiceId],
          });
          const id = rows[0]?.id;
          const bill = id && (await dueOf(database, id, all));
          if (!bill) return refusal(404, 'There is no such open bill', 'no_bill');
          if (bill.url !== null) return Response.json({ url: bill.url });
          const { language } = await readerOfPerson(readers, database, personId);
          try {
            const { sessionId, url, expiresAt } = await provider.openCheckout(
              {
                invoiceId: id,
                number: Number(bill.number),
                amountCents: Number(bill.due),
                officeName: office.current().name,
                email: bill.email,
                language,
                paidUrl: `${siteUrl}/account?paid=${bill.number}&open=${bill.balance}#bills`,
                leftUrl: `${siteUrl}/account#bills`,
                // Changes with every transaction on the bill.
                idempotencyKey: `${id}-${bill.transactions}`,
              },
              AbortSignal.timeout(TIMEOUT_MS),
            );
            await database.query(
              `insert into nutmeg.checkouts (invoice_id, amount_cents, provider, session_id, url, expires_at, created_by)
               values ($1, $2, $3, $4, $5, $6, $7) on conflict (session_id) do nothing`,
              [id, bill.due, provider.name, sessionId, url, expiresAt, personId],
            );
            return Response.json({ url });
          } catch (error) {
            if (!(error instanceof ProviderError)) throw error;
            log.error({ err: error }, 'the card processor opened no page');
            return refusal(502, 'The card page can’t be opened right now', 'processor');
          }
        },
      }),
    ],
  };
}

interface Due {
  number: string;
  due: string;
  /** All that is open. */
  balance: string;
  email: string | null;
  transactions: number;
  /** The page that is still open. */
  url: string | null;
}

async function dueOf(database: Deps['database'], invoiceId: string, all: boolean): Promise<Due | undefined> {
  const { rows } = await database.query<Due>(
    `select i.number, d.due, i.balance_cents as balance, nullif(p.email, '') as email, nutmeg.open_checkout(i.id, d.due) as url,
       (select count(*)::int from public.ledger_transactions a where a.invoice_id = i.id) as transactions
     from public.invoices i
     left join public.user_profiles p on p.user_id = i.client_id
     cross join lateral (select case when $2 then i.balance_cents else nutmeg.due_now(i.id) end as due) d
     where i.id = $1 and d.due > 0`,
    [invoiceId, all],
  );
  return rows[0];
}
