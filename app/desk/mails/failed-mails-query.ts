import { queryOptions } from '@tanstack/react-query';
import { dataOf, done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Database } from '#contract/generated/database.ts';
import { queuesKey } from '../queues/queues-query.ts';

/** The generated types of functions don't mark nullable columns. */
type Nullable<Row, Names extends keyof Row> = Omit<Row, Names> & { [Name in Names]: Row[Name] | null };
type Row = Database['public']['Functions']['failed_mails']['Returns'][number];
export type FailedMail = Nullable<Row, 'client_id' | 'client_name' | 'failure' | 'last_error' | 'failed_at'>;

export const failedMailsQuery = queryOptions({
  queryKey: [...queuesKey, 'mails'] as const,
  queryFn: ({ signal }): Promise<FailedMail[]> =>
    dataOf(rest.rpc('failed_mails', undefined, { get: true }), signal),
  staleTime: 0,
  // A resent mail may fail again.
  refetchInterval: 10_000,
});

export const resendMail = (id: string) => done(rest.rpc('resend_mail', { mail_id: id }));
export const resendAllMails = () => done(rest.rpc('resend_failed_mails'));
export const dismissMail = (id: string) => done(rest.rpc('dismiss_mail', { mail_id: id }));
