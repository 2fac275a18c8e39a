import { queryOptions } from '@tanstack/react-query';
import { dataOf, done } from '#app/shared/api/done.ts';
import { queryClient } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import { isTaxNumberKind, type TaxNumberKind } from '#domain/clients/tax-number.ts';

export interface KeptNumber {
  readonly kind: TaxNumberKind;
  /** "***-**-6789" */
  readonly masked: string;
  /** The number was changed if this changed. */
  readonly updatedAt: string;
}

const keyOf = (clientId: string) => ['case', clientId, 'people', 'tax-number'] as const;

/** The whole tax number that the office keeps, masked; null if there is none. */
export function taxNumberQuery(clientId: string) {
  return queryOptions({
    queryKey: keyOf(clientId),
    queryFn: async ({ signal }): Promise<KeptNumber | null> => {
      const kept = rest.from('client_tax_numbers').select('kind, tax_number, updated_at');
      const data = await dataOf(kept.eq('user_id', clientId).abortSignal(signal).maybeSingle());
      if (!data || !isTaxNumberKind(data.kind)) return null;
      return { kind: data.kind, masked: data.tax_number, updatedAt: data.updated_at };
    },
  });
}

export async function saveTaxNumber(clientId: string, kind: TaxNumberKind, number: string): Promise<void> {
  const row = { user_id: clientId, kind, tax_number: number };
  await done(rest.from('client_tax_numbers').upsert(row, { onConflict: 'user_id' }));
}

export const deleteTaxNumber = (clientId: string) =>
  done(rest.from('client_tax_numbers').delete().eq('user_id', clientId));

/** Resolves to the nine digits. The server records the access first, with the reason. */
export async function revealTaxNumber(clientId: string, reason: string): Promise<string> {
  return dataOf(rest.rpc('reveal_client_tax_number', { client_id: clientId, reason }));
}

/** After a reveal, if a colleague has changed the number meanwhile. */
export const refetchTaxNumber = (clientId: string) =>
  queryClient.invalidateQueries({ queryKey: keyOf(clientId) });
