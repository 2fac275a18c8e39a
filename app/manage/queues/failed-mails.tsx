import { useQuery } from '@tanstack/react-query';
import { ActButton } from './act-button.tsx';
import { FailedMailRow } from './failed-mail-row.tsx';
import { type FailedMail, failedMailsQuery, resendAllMails } from './failed-mails-query.ts';
import { NothingWaits, QueueContent, QueueGroup } from './queue-parts.tsx';
import { useAct } from './use-act.ts';

/** What another try can't help by itself. */
const NOT_AT_ONCE = ['bad_address', 'refused'];
const mayPass = ({ can_be_resent, failure }: FailedMail) =>
  can_be_resent && !NOT_AT_ONCE.includes(failure ?? '');

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
        const again = failed.filter(mayPass).length;
        return (
          <>
            {mails.length === 0 && <NothingWaits />}
            {again > 1 && (
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-1.5">
                <p className="text-muted">What held up {again} of these may be over.</p>
                <ActButton
                  row="all"
                  label={`Send ${again} again`}
                  about="mails that may arrive now"
                  said="The mails are on their way again."
                  run={resendAllMails}
                  {...acting}
                />
              </div>
            )}
            {failed.length > 0 && (
              <QueueGroup title="Given up" count={failed.length}>
                {rows(failed)}
              </QueueGroup>
            )}
            {late.length > 0 && (
              <QueueGroup title="Late, and still tried" count={late.length}>
                {rows(late)}
              </QueueGroup>
            )}
          </>
        );
      }}
    </QueueContent>
  );
}
