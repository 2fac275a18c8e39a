import { useQuery } from '@tanstack/react-query';
import { ActButton } from '../queues/act-button.tsx';
import { NothingWaits, QueueContent, QueueGroup } from '../queues/queue-parts.tsx';
import { useAct } from '../queues/use-act.ts';
import { FailedMailRow } from './failed-mail-row.tsx';
import { countWords, sendingAgain } from './failed-mails-count.ts';
import { type FailedMail, failedMailsQuery, resendAllMails } from './failed-mails-query.ts';

/** The mails that did not arrive, and why. */
export function FailedMails() {
  const query = useQuery(failedMailsQuery());
  const acting = useAct();
  return (
    <QueueContent query={query}>
      {(mails) => {
        const rows = (some: readonly FailedMail[]) =>
          some.map((mail) => <FailedMailRow key={mail.id} mail={mail} {...acting} />);
        const failed = mails.filter(({ status }) => status === 'failed');
        const late = mails.filter(({ status }) => status !== 'failed');
        const again = sendingAgain(mails);
        return (
          <>
            {mails.length === 0 && <NothingWaits />}
            {again && (
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-1.5">
                <p className="text-muted">{again.reason}</p>
                <ActButton
                  row="all"
                  label={again.label}
                  about="mails that may arrive now"
                  said="The mails are on their way again."
                  run={resendAllMails}
                  {...acting}
                />
              </div>
            )}
            {failed.length > 0 && (
              <QueueGroup title="Given up" count={countWords(failed.length, mails.length)}>
                {rows(failed)}
              </QueueGroup>
            )}
            {late.length > 0 && (
              <QueueGroup title="Late, and still tried" count={countWords(late.length, mails.length)}>
                {rows(late)}
              </QueueGroup>
            )}
          </>
        );
      }}
    </QueueContent>
  );
}
