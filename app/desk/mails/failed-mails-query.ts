import { queryOptions } from '@tanstack/react-query';
import { dataOf, done } from '#app/shared/api/done.ts';
import type { RowOf } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import { queuesKey } from '../queues/queues-query.ts';

type Nulls = 'client_id' | 'client_name' | 'failure' | 'last_error' | 'failed_at';
export type FailedMail = RowOf<'failed_mails', Nulls>;

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
