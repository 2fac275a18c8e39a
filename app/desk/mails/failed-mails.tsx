import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useDates } from '#app/shared/format/dates.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { ActionButton } from '../queues/action-button.tsx';
import { CaseLink, EmptyQueue, QueueContent, QueueGroup, QueueRow } from '../queues/queue-parts.tsx';
import {
  dismissMail,
  type FailedMail,
  failedMailsQuery,
  resendAllMails,
  resendMail,
} from './failed-mails-query.ts';
import { failureText, mailTypeLabel } from './mail-labels.ts';

/** Mails that were not delivered, with the reasons. */
export function FailedMails() {
  const { t } = useLingui();
  const query = useQuery(failedMailsQuery);
  return (
    <QueueContent query={query}>
      {(mails) => {
        const group = (title: string, some: readonly FailedMail[]) =>
          some.length > 0 && (
            <QueueGroup title={title} count={formatCount(some.length, mails.length)}>
              {some.map((mail) => (
                <FailedMailRow key={mail.id} mail={mail} />
              ))}
            </QueueGroup>
          );
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
                  label={again.label}
                  about={t`emails that may go through now`}
                  successMessage={t`Sending the emails again.`}
                  run={resendAllMails}
                />
              </div>
            )}
            {group(t({ message: 'Failed', context: 'emails' }), failed)}
            {group(t`Delayed, still trying`, late)}
          </>
        );
      }}
    </QueueContent>
  );
}

function FailedMailRow({ mail }: { mail: FailedMail }) {
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  const { id, to_email, email_type, client_id, client_name, status, failure, last_error } = mail;
  const kind = mailTypeLabel(email_type, t);
  const hasExpired = status === 'failed' && !mail.can_be_resent && failure !== 'expired';
  const about = `${kind}, ${client_name ?? to_email}`;
  return (
    <QueueRow
      columns={columns}
      actions={
        status === 'failed' && (
          <>
            {mail.can_be_resent && (
              <ActionButton
                label={t`Send again`}
                about={about}
                successMessage={t`Sent again to ${{ email: to_email }}.`}
                run={() => resendMail(id)}
              />
            )}
            <ActionButton
              label={t`Dismiss`}
              about={about}
              successMessage={t`The email was dismissed.`}
              run={() => dismissMail(id)}
              variant="quiet"
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
      <span className="min-w-0 break-all text-muted">{client_id && to_email}</span>
      <span className="figures text-muted">
        {status === 'failed'
          ? dateAndTime(mail.failed_at ?? mail.created_at)
          : t`next try ${{ when: dateAndTime(mail.next_attempt_at) }}`}
      </span>
      <span className="col-span-full basis-full pb-1">
        {failureText(failure, t)}
        {hasExpired && ` ${t`Its link has expired, so we can’t send it again.`}`}
        {last_error && (
          <span className="block text-xs wrap-anywhere text-muted">
            <Trans>The server’s response: {{ response: last_error }}</Trans>
          </span>
        )}
      </span>
    </QueueRow>
  );
}

/** Who, what, the address, when; below, why. */
const columns = {
  facts: 'lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1.3fr)_minmax(0,1.6fr)_minmax(0,1.6fr)]',
  actions: 'lg:w-52',
};

/** The limit of `failed_mails`, which lists the newest. */
const LISTED = 200;

/** Failures that a retry alone won't fix. */
const NEEDS_CORRECTION = ['bad_address', 'refused'];
const mayArriveNow = ({ can_be_resent, failure }: FailedMail) =>
  can_be_resent && !NEEDS_CORRECTION.includes(failure ?? '');

/** In a full list, the count is a lower bound. */
export const formatCount = (count: number, listed: number): string =>
  listed < LISTED ? String(count) : `${count}+`;

/**
 * The offer to resend all emails that may arrive now. A full list has no count, since mails beyond its limit
 * are resent too.
 */
export function resendOffer(mails: readonly FailedMail[], t: Translate) {
  const again = mails.filter(mayArriveNow).length;
  if (mails.length >= LISTED && again > 0) {
    return {
      label: t(msg`Send all again`),
      reason: t(msg`The problem with some of these emails may be fixed now.`),
    };
  }
  return again > 1
    ? {
        label: t(msg`Send ${{ count: again }} again`),
        reason: t(msg`The problem with ${{ count: again }} of these emails may be fixed now.`),
      }
    : null;
}
