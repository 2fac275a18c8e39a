import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { functionQuery } from '#app/shared/api/read-query.ts';
import { useLiveChanges } from '#app/shared/api/use-live-changes.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { useDayWords } from '#app/shared/format/days.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { NothingHere, Panel } from '#app/ui/layout/panel.tsx';
import type { Database } from '#contract/generated/database.ts';
import { seeCalendarMail } from '#domain/booking/fields.ts';
import { isLetterTemplate, letterWords } from '#domain/contact/client-letters.ts';
import { showPhone } from '#domain/contact/phone.ts';
import { subjectLabel } from '#domain/contact/subjects.ts';
import { msg } from '#domain/language/message.ts';
import { inWords } from '#domain/language/translate.ts';
import { type AppointmentStatus, externalBookingLabel, isExternal } from '../calendar/appointment-labels.ts';
import { appointmentUrl } from '../calendar/calendar-params.ts';
import type { Appointment } from '../calendar/calendar-query.ts';
import { useOfficeClock } from '../calendar/office-clock.ts';
import { messageAddress } from '../inbox/inbox-params.ts';
import { MessageBadge } from '../inbox/message-badge.tsx';
import { useGetsEmails } from '../members/members-query.ts';
import { type ClientLetter, lettersQuery } from './contact-query.ts';

type Message = Database['public']['Tables']['contact_submissions']['Row'];

interface ContactPanelProps {
  client: Profile;
  /** Writes a letter. Without it, letters aren't for the reader. */
  onWrite?: () => void;
}

export function ContactPanel({ client, onWrite }: ContactPanelProps) {
  const { t } = useLingui();
  const { user_id } = client;
  const letters = useQuery({ ...lettersQuery(user_id), enabled: onWrite !== undefined });
  // Matched by email, since visitors book without an account.
  const appointments = useQuery(
    functionQuery(['case', user_id, 'appointments'], 'appointments_of', { client_id: user_id }),
  );
  const messages = useQuery(
    functionQuery(['case', user_id, 'messages'], 'messages_of', { client_id: user_id }),
  );
  useLiveChanges([{ table: 'appointments' }], () => appointments.refetch());
  useLiveChanges([{ table: 'contact_submissions' }], () => messages.refetch());
  return (
    <Panel
      id="case-contact"
      title={t`Contact`}
      actions={onWrite && <WriteButton client={client} onWrite={onWrite} />}
    >
      <Part title={t`Appointments`} none={t`No appointments.`} query={appointments}>
        {(one) => <AppointmentLine key={one.id} appointment={one} />}
      </Part>
      <Part title={t`Messages`} none={t`No messages.`} query={messages}>
        {(one) => <MessageLine key={one.id} message={one} />}
      </Part>
      {onWrite && (
        <Part title={t`Emails sent`} none={t`No emails.`} query={letters}>
          {(one) => <LetterLine key={one.id} letter={one} />}
        </Part>
      )}
    </Panel>
  );
}

function WriteButton({ client, onWrite }: Required<ContactPanelProps>) {
  if (!useGetsEmails(client)) return null;
  return (
    <Button size="small" variant="secondary" icon={<Mail size={16} aria-hidden />} onPress={onWrite}>
      <Trans>Email client</Trans>
    </Button>
  );
}

interface PartProps<Item> {
  title: string;
  none: string;
  query: UseQueryResult<Item[]>;
  children: (item: Item) => ReactNode;
}

function Part<Item>({ title, none, query: { data, error }, children }: PartProps<Item>) {
  const { t } = useLingui();
  return (
    <div className="flex flex-col gap-1 border-t border-line pt-2 text-sm">
      <h4 className="font-sans text-sm font-semibold text-muted">{title}</h4>
      {error && !data && (
        <p className="text-danger">{t`We couldn’t load this: ${{ problem: messageOf(error, t) }}`}</p>
      )}
      {!data && !error && <Skeleton className="h-5 w-2/3" />}
      {data?.length === 0 && <NothingHere>{none}</NothingHere>}
      {data && data.length > 0 && (
        <ul aria-label={title} className="divide-y divide-line">
          {data.map(children)}
        </ul>
      )}
    </div>
  );
}

/** In running text; the calendar has the same words as labels. */
const statuses: Record<AppointmentStatus, MessageDescriptor> = {
  pending: msg({ message: 'pending', context: 'appointment' }),
  confirmed: msg({ message: 'confirmed', context: 'appointment' }),
  cancelled: msg({ message: 'canceled', context: 'appointment' }),
  done: msg({ message: 'done', context: 'appointment' }),
};
const isStatus = (status: string): status is AppointmentStatus => Object.hasOwn(statuses, status);
/** A longer text is not a time, but says where to find it. */
const TIME_LENGTH = 20;

function AppointmentLine({ appointment }: { appointment: Appointment }) {
  const { t } = useLingui();
  const { dayOf } = useOfficeClock();
  const { mediumDay } = useDayWords();
  const { time } = useDates();
  const { id, preferred_date, preferred_time, starts_at, status, phone } = appointment;
  const isTimeless = preferred_time === seeCalendarMail;
  const wish = preferred_date && !isTimeless ? mediumDay(preferred_date) : t`No date yet`;
  const wishedTime = preferred_time && preferred_time.length <= TIME_LENGTH ? preferred_time : null;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 py-1.5">
      {starts_at === null ? (
        <span className="figures font-medium">
          {isExternal(appointment) ? t(externalBookingLabel) : [wish, wishedTime].filter(Boolean).join(', ')}
        </span>
      ) : (
        <SmartLink
          to={appointmentUrl(dayOf(Date.parse(starts_at)), id)}
          className="link figures inline-flex min-h-11 items-center font-medium lg:min-h-0"
        >
          {mediumDay(dayOf(Date.parse(starts_at)))}, {time(starts_at)}
        </SmartLink>
      )}
      <SmartLink to={`tel:${phone}`} className="link figures whitespace-nowrap">
        {showPhone(phone, t)}
      </SmartLink>
      <Badge size="small" tone={status === 'confirmed' ? 'success' : 'neutral'}>
        {isStatus(status) ? t(statuses[status]) : status}
      </Badge>
    </li>
  );
}

function MessageLine({ message }: { message: Message }) {
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  const { id, subject, created_at, status } = message;
  return (
    <li className="py-1.5">
      <details>
        <summary className="flex cursor-pointer flex-wrap items-center justify-between gap-x-3 py-0.5">
          <span className="min-w-0 font-medium break-words">{subjectLabel(subject, t)}</span>
          <span className="figures text-muted">{dateAndTime(created_at)}</span>
          <MessageBadge status={status} />
        </summary>
        <p className="mt-1 wrap-anywhere whitespace-pre-line">{message.message}</p>
        <SmartLink to={messageAddress(id)} className="link mt-1 inline-flex min-h-11 items-center lg:min-h-9">
          {status === 'new' || status === 'open' ? t`Reply in the inbox` : t`See it in the inbox`}
        </SmartLink>
      </details>
    </li>
  );
}

function LetterLine({ letter }: { letter: ClientLetter }) {
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  const { template, items, note, sent_at, sent_by_name } = letter;
  const words = isLetterTemplate(template) ? letterWords(template, { items, note }) : null;
  return (
    <li className="py-1.5">
      <details>
        <summary className="flex cursor-pointer flex-wrap items-center justify-between gap-x-3 py-0.5">
          <span className="min-w-0 font-medium break-words">{words ? t(words.subject) : template}</span>
          <span className="figures text-muted">{dateAndTime(sent_at)}</span>
        </summary>
        <p className="mt-1 break-words whitespace-pre-line">
          {words?.paragraphs.map((part) => inWords(part, t)).join('\n')}
        </p>
        {sent_by_name && <p className="mt-1 text-xs text-muted">{t`Sent by ${{ name: sent_by_name }}`}</p>}
      </details>
    </li>
  );
}
