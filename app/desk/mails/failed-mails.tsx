import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ActionButton } from '../queues/action-button.tsx';
import { EmptyQueue, QueueContent, QueueGroup } from '../queues/queue-parts.tsx';
import { FailedMailRow } from './failed-mail-row.tsx';
import { type FailedMail, failedMailsQuery, resendAllMails } from './failed-mails-query.ts';
import { formatCount, resendOffer } from './resend-offer.ts';

/** Mails that were not delivered, with the reasons. */
export function FailedMails() {
  const { t } = useLingui();
  const query = useQuery(failedMailsQuery());
  return (
    <QueueContent query={query}>
      {(mails) => {
        const rows = (some: readonly FailedMail[]) =>
          some.map((mail) => <FailedMailRow key={mail.id} mail={mail} />);
        const failed = mails.filter(({ status }) => status === 'failed');
        const late = mails.filter(({ status }) => status !== 'failed');
        const again = resendOffer(mails, t);
        return (
          <>
            {mails.length === 0 && <EmptyQueue />}
            {again && (
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-1.5">
                <p className="text-muted">{again.reason}</p>
                <ActionButton
                  row="all"
                  label={again.label}
                  about={t`emails that may go through now`}
                  successMessage={t`Sending the emails again.`}
                  run={resendAllMails}
                />
              </div>
            )}
            {failed.length > 0 && (
              <QueueGroup
                title={t({ message: 'Failed', context: 'emails' })}
                count={formatCount(failed.length, mails.length)}
              >
                {rows(failed)}
              </QueueGroup>
            )}
            {late.length > 0 && (
              <QueueGroup title={t`Delayed, still trying`} count={formatCount(late.length, mails.length)}>
                {rows(late)}
              </QueueGroup>
            )}
          </>
        );
      }}
    </QueueContent>
  );
}
