import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { dateAndTime } from '#app/shared/format/dates.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { NothingHere, Panel } from '#app/ui/layout/panel.tsx';
import { seeCalendarMail } from '#domain/booking/fields.ts';
import { isLetterTemplate, letterWords } from '#domain/contact/client-letters.ts';
import { showPhone } from '#domain/contact/phone.ts';
import { subjectLabel } from '#domain/contact/subjects.ts';
import { midnightUtc } from '#domain/office-time/days.ts';
import { externalBookingLabel, isExternal } from '../calendar/appointment-labels.ts';
import { appointmentUrl } from '../calendar/calendar-params.ts';
import { clock, timeWithZone } from '../calendar/office-clock.ts';
import { messageSearch } from '../inbox/inbox-params.ts';
import { MessageBadge } from '../inbox/message-badge.tsx';
import { listOnlySearch } from '../manage-params.ts';
import {
  type Appointment,
  appointmentsQuery,
  type ClientLetter,
  lettersQuery,
  type Message,
  messagesQuery,
  useLiveContact,
} from './contact-query.ts';

/** Messages, letters, and appointments of a client. */
export function ContactPanel({ client, onWrite }: { client: Profile; onWrite: () => void }) {
  const { email, user_id } = client;
  useLiveContact(email);
  return (
    <Panel
      id="case-contact"
      title="Contact"
      actions={
        <Button size="small" variant="secondary" icon={<Mail size={16} aria-hidden />} onPress={onWrite}>
          Write to client
        </Button>
      }
    >
      <Part title="Appointments" none="No appointments." query={useQuery(appointmentsQuery(email))}>
        {(one) => <AppointmentLine key={one.id} appointment={one} />}
      </Part>
      <Part title="Messages" none="No messages." query={useQuery(messagesQuery(email))}>
        {(one) => <MessageLine key={one.id} message={one} />}
      </Part>
      <Part title="Letters sent" none="No letters." query={useQuery(lettersQuery(user_id))}>
        {(one) => <LetterLine key={one.id} letter={one} />}
      </Part>
    </Panel>
  );
}

interface PartProps<Item> {
  title: string;
  none: string;
  query: UseQueryResult<Item[]>;
  children: (item: Item) => ReactNode;
}

function Part<Item>({ title, none, query: { data, error }, children }: PartProps<Item>) {
  return (
    <div className="flex flex-col gap-1 border-t border-line pt-2 text-sm">
      <h4 className="font-sans text-sm font-semibold text-muted">{title}</h4>
      {error && !data && <p className="text-danger">Could not be loaded: {messageOf(error)}</p>}
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

/** A calendar day, the same in every time zone. */
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
/** A longer text is not a time, but says where to find it. */
const TIME_LENGTH = 20;

function AppointmentLine({ appointment }: { appointment: Appointment }) {
  const { id, preferred_date, preferred_time, starts_at, status, phone } = appointment;
  const isTimeless = preferred_time === seeCalendarMail;
  const wish = preferred_date && !isTimeless ? day.format(new Date(preferred_date)) : 'No date yet';
  const time = preferred_time && preferred_time.length <= TIME_LENGTH ? preferred_time : null;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 py-1.5">
      {starts_at === null ? (
        <span className="figures font-medium">
          {isExternal(appointment) ? externalBookingLabel : [wish, time].filter(Boolean).join(', ')}
        </span>
      ) : (
        <SmartLink
          to={appointmentUrl(clock.dayOf(Date.parse(starts_at)), id)}
          className="link figures inline-flex min-h-11 items-center font-medium lg:min-h-0"
        >
          {day.format(midnightUtc(clock.dayOf(Date.parse(starts_at))))}, {timeWithZone(starts_at)}
        </SmartLink>
      )}
      <span className="figures text-muted">{showPhone(phone)}</span>
      <Badge size="small" tone={status === 'confirmed' ? 'success' : 'neutral'}>
        {status}
      </Badge>
    </li>
  );
}

function MessageLine({ message }: { message: Message }) {
  const { id, subject, created_at, status } = message;
  const { search } = useLocation();
  return (
    <li className="py-1.5">
      <details>
        <summary className="flex cursor-pointer flex-wrap items-center justify-between gap-x-3 py-0.5">
          <span className="min-w-0 font-medium break-words">{subjectLabel(subject)}</span>
          <span className="figures text-muted">{dateAndTime(created_at)}</span>
          <MessageBadge status={status} />
        </summary>
        <p className="mt-1 wrap-anywhere whitespace-pre-line">{message.message}</p>
        <SmartLink
          to={`/manage${messageSearch(new URLSearchParams(listOnlySearch(search)), id)}`}
          className="link mt-1 inline-flex min-h-11 items-center lg:min-h-9"
        >
          {status === 'new' || status === 'open' ? 'Answer it in the inbox' : 'See it in the inbox'}
        </SmartLink>
      </details>
    </li>
  );
}

function LetterLine({ letter }: { letter: ClientLetter }) {
  const { template, items, note, sent_at, sent_by_name } = letter;
  const words = isLetterTemplate(template) ? letterWords(template, { items, note }) : null;
  return (
    <li className="py-1.5">
      <details>
        <summary className="flex cursor-pointer flex-wrap items-center justify-between gap-x-3 py-0.5">
          <span className="min-w-0 font-medium break-words">{words?.subject ?? template}</span>
          <span className="figures text-muted">{dateAndTime(sent_at)}</span>
        </summary>
        <p className="mt-1 break-words whitespace-pre-line">{words?.paragraphs.join('\n')}</p>
        {sent_by_name && <p className="mt-1 text-xs text-muted">Sent by {sent_by_name}</p>}
      </details>
    </li>
  );
}
