import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { callOwn, respondOwn } from '#app/shared/api/own-fetch.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import { useLiveChanges } from '#app/shared/api/use-live-changes.ts';
import { saveFile } from '#app/shared/browser/download.ts';
import type { Database } from '#contract/generated/database.ts';
import { type InvoiceStatus, isInvoiceStatus } from '#domain/billing/invoice.ts';
import { leftOfPlan } from '#domain/billing/plan.ts';

type Tables = Database['public']['Tables'];
export type InvoiceLineRow = Tables['invoice_lines']['Row'];
export type InstallmentRow = Tables['installments']['Row'];

/** A bill with its lines and its plan. Members get those that were issued. */
export interface Invoice extends Omit<Tables['invoices']['Row'], 'status'> {
  readonly status: InvoiceStatus;
  readonly invoice_lines: readonly InvoiceLineRow[];
  readonly installments: readonly InstallmentRow[];
}

export type Payment = Database['public']['Functions']['client_payments']['Returns'][number];

export interface Billing {
  /** Newest first. */
  readonly invoices: readonly Invoice[];
  readonly payments: readonly Payment[];
  /** Money that belongs to no bill. */
  readonly creditCents: number;
}

const billingKey = (clientId: string) => ['billing', clientId] as const;
/** A client has a few bills a year. */
const MAX_BILLS = 200;

export function billingQuery(clientId: string) {
  return queryOptions({
    queryKey: billingKey(clientId),
    queryFn: async ({ signal }): Promise<Billing> => {
      const [invoices, payments, accounts] = await Promise.all([
        dataOf(
          rest
            .from('invoices')
            .select('*, invoice_lines(*), installments(*)')
            .eq('client_id', clientId)
            .order('created_at', { ascending: false })
            .limit(MAX_BILLS)
            .abortSignal(signal)
            .overrideTypes<Invoice[], { merge: false }>(),
        ),
        dataOf(rest.rpc('client_payments', { client_id: clientId }), signal),
        dataOf(rest.from('billing_accounts').select('credit_cents').eq('client_id', clientId), signal),
      ]);
      return {
        invoices: invoices.filter(({ status }) => isInvoiceStatus(status)).map(sorted),
        payments,
        creditCents: accounts[0]?.credit_cents ?? 0,
      };
    },
    staleTime: 0,
  });
}

function sorted(invoice: Invoice): Invoice {
  const inOrder = <Row extends { position: number }>(rows: readonly Row[]) =>
    [...rows].sort((a, b) => a.position - b.position);
  return {
    ...invoice,
    invoice_lines: inOrder(invoice.invoice_lines),
    installments: inOrder(invoice.installments),
  };
}

export const isOpen = ({ status }: Pick<Invoice, 'status'>) => status === 'open' || status === 'partly_paid';

/** What is due next of a bill: a part of the plan, or all that is open. `left` is what is open of each part. */
export function nextDue({ installments, balance_cents, due_on }: Invoice) {
  const plan = installments.map((part) => ({ dueOn: part.due_on, cents: part.amount_cents }));
  const left = leftOfPlan(plan, balance_cents);
  const next = left.findIndex((cents) => cents > 0);
  return { left, cents: left[next] ?? balance_cents, dueOn: plan[next]?.dueOn ?? due_on };
}

/** With the returns, since one counts as paid with its bill, and the lists of clients. */
export const reloadBilling = (clientId: string) =>
  invalidate(billingKey(clientId), ['tax-returns', clientId], ['clients']);

/** Follows what the other side does. */
export function useLiveBilling(clientId: string): void {
  useLiveChanges([{ table: 'invoices', filter: `client_id=eq.${clientId}` }], () => reloadBilling(clientId));
}

type Document =
  | { readonly invoice: string }
  | { readonly receipt: string }
  | { readonly statement: string; readonly since: string; readonly until: string };

/** Downloads a bill, a receipt, or a statement. Throws `ApiError`. */
export async function downloadPdf(document: Document, name: string): Promise<void> {
  const response = await respondOwn(`/functions/v1/billing-pdf?${new URLSearchParams({ ...document })}`);
  saveFile(await response.blob(), name);
}

export const cardQuery = queryOptions({
  queryKey: ['billing', 'card'],
  queryFn: async ({ signal }): Promise<boolean> =>
    (await callOwn<{ byCard: boolean }>('/functions/v1/pay-invoice', { signal })).byCard,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The address of the card processor's page. Throws `ApiError`. */
export async function openCardPage(invoiceId: string, all: boolean): Promise<string> {
  const body = { invoiceId, all };
  return (await callOwn<{ url: string }>('/functions/v1/pay-invoice', { body })).url;
}
