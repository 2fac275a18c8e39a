import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import { useLiveChanges } from '#app/shared/api/use-live-changes.ts';
import type { BadgeTone } from '#app/ui/feedback/badge.tsx';
import type { Database } from '#contract/generated/database.ts';
import { groupBy } from '#domain/lists/group-by.ts';
import type { ReturnFacts } from '#domain/returns/return-progress.ts';
import { currentNote } from '#domain/returns/return-timeline.ts';
import {
  isFiled,
  isReturnKind,
  isReturnStatus,
  type ReturnKind,
  type ReturnStatus,
  waitsForClient,
} from '#domain/returns/tax-return.ts';

type Row = Database['public']['Tables']['tax_returns']['Row'];
export type ReturnEventRow = Database['public']['Tables']['tax_return_events']['Row'];

export interface TaxReturn extends Omit<Row, 'status' | 'kind'> {
  readonly status: ReturnStatus;
  readonly kind: ReturnKind;
  /** Oldest first. */
  readonly events: readonly ReturnEventRow[];
}

export const returnsQueryKey = (userId: string) => ['tax-returns', userId] as const;

/** All returns of a client with their events: the newest year first, personal before business. */
export function returnsQuery(userId: string) {
  return queryOptions({
    queryKey: returnsQueryKey(userId),
    queryFn: async ({ signal }): Promise<TaxReturn[]> => {
      const [returns, events] = await Promise.all([
        dataOf(rest.from('tax_returns').select('*').eq('user_id', userId), signal),
        dataOf(rest.from('tax_return_events').select('*').eq('user_id', userId), signal),
      ]);
      const byId = groupBy(
        [...events].sort((a, b) => a.id - b.id),
        (event) => event.return_id,
      );
      return returns
        .flatMap((row) => toTaxReturn(row, byId.get(row.id) ?? []))
        .sort((a, b) => b.year - a.year || b.kind.localeCompare(a.kind));
    },
  });
}

/** Leaves out returns with a status or kind that this version doesn't know. */
function toTaxReturn(row: Row, events: readonly ReturnEventRow[]): TaxReturn[] {
  const { status, kind } = row;
  return isReturnStatus(status) && isReturnKind(kind) ? [{ ...row, status, kind, events }] : [];
}

export const reloadReturns = (userId: string) => invalidate(returnsQueryKey(userId));

export const useLiveReturns = (userId: string) =>
  useLiveChanges([{ table: 'tax_returns', filter: `user_id=eq.${userId}` }], () => reloadReturns(userId));

export function factsOf({ id, year, kind, status, paid_at, events }: TaxReturn): ReturnFacts {
  return { id, year, kind, status, isPaid: paid_at !== null, note: currentNote(events) };
}

/** The heading of the returns in a case. */
export const RETURNS_ID = 'case-returns';

/** Statuses that need the office stand out, those that wait for the client are amber, filed ones are neutral. */
export function toneOf(status: ReturnStatus): BadgeTone {
  if (status === 'rejected') return 'danger';
  if (status === 'accepted') return 'success';
  if (isFiled(status)) return 'neutral';
  return waitsForClient(status) ? 'warning' : 'info';
}
