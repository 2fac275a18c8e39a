import { dateAndTime } from '#app/shared/format/dates.ts';
import { ActionButton } from '../queues/action-button.tsx';
import { CaseLink, QueueRow } from '../queues/queue-parts.tsx';
import type { useRowAction } from '../queues/use-row-action.ts';
import { dismissMail, type FailedMail, resendMail } from './failed-mails-query.ts';
import { failureText, mailTypeLabel } from './mail-labels.ts';

interface FailedMailRowProps extends ReturnType<typeof useRowAction> {
  mail: FailedMail;
}

export function FailedMailRow({ mail, ...rowAction }: FailedMailRowProps) {
  const { id, to_email, email_type, client_id, client_name, status, failure, last_error } = mail;
  const kind = mailTypeLabel(email_type);
  const hasExpired = status === 'failed' && !mail.can_be_resent && failure !== 'expired';
  const about = `${kind}, ${client_name ?? to_email}`;
  return (
    <QueueRow
      actions={
        status === 'failed' && (
          <>
            {mail.can_be_resent && (
              <ActionButton
                row={id}
                label="Send again"
                about={about}
                successMessage={`Sent again to ${to_email}.`}
                run={() => resendMail(id)}
                {...rowAction}
              />
            )}
            <ActionButton
              row={id}
              label="Dismiss"
              about={about}
              successMessage="The email is dismissed."
              run={() => dismissMail(id)}
              variant="quiet"
              {...rowAction}
            />
          </>
        )
      }
    >
      {client_id ? (
        <CaseLink clientId={client_id}>{client_name ?? to_email}</CaseLink>
      ) : (
        <span data-queue-stop tabIndex={-1} className="min-w-0 font-semibold break-all">
          {to_email}
        </span>
      )}
      <span>{kind}</span>
      {client_id && <span className="min-w-0 break-all text-muted">{to_email}</span>}
      <span className="figures text-muted">
        {status === 'failed'
          ? dateAndTime(mail.failed_at ?? mail.created_at)
          : `next try ${dateAndTime(mail.next_attempt_at)}`}
      </span>
      <span className="basis-full pb-1">
        {failureText(failure)}
        {hasExpired && ' Its link has expired, so it can’t be sent again.'}
        {last_error && (
          <span className="block text-xs wrap-anywhere text-muted">The server’s response: {last_error}</span>
        )}
      </span>
    </QueueRow>
  );
}
