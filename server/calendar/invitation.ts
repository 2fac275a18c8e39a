import ical, {
  ICalAlarmType,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import type { Business } from '#domain/business/business.ts';
import { isEmail } from '#domain/contact/email.ts';
import { personName } from '#domain/contact/greeting.ts';
import { msg } from '#domain/language/message.ts';
import type { Reader } from '#domain/language/translate.ts';
import { englishReader } from '#server/language/readers.ts';

/** An appointment for a calendar program. */
export interface CalendarEvent {
  id: string;
  name: string;
  start: Date;
  end: Date;
  /** RFC 5545 SEQUENCE: programs keep the highest one. */
  sequence: number;
}

/** The office facts in an invitation. */
export type Organizer = Pick<Business, 'name' | 'contact'>;

interface Options {
  office: Organizer;
  /** The page to move or cancel the appointment. */
  link: string;
  /** A request or cancellation to `to` for mails. `PUBLISH` for files to save: programs would ask to reply to a request. */
  as: { method: 'REQUEST' | 'CANCEL'; to: string } | { method: 'PUBLISH' };
  now: Date;
  /** Whose calendar it is for. */
  reader?: Reader;
}

const HOUR_SECONDS = 60 * 60;
/** Characters that an address can't have in a line of an invitation. */
const NOT_IN_A_LINE = /[\p{C}<>()[\]",;:\\]/u;

/** An iCalendar text (RFC 5545, 5546), times in UTC. The visitor's only text is the attendee's name and address. */
export function invitation(
  appointment: CalendarEvent,
  { office, link, as, now, reader = englishReader }: Options,
): string {
  const { language, t } = reader;
  const { id, name, start, end, sequence } = appointment;
  const { email, phone } = office.contact;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const summary = t(msg`Appointment at ${{ office: office.name }}`);
  const calendar = ical({
    prodId: { company: office.name, product: 'Appointments', language: language.toUpperCase() },
    method: ICalCalendarMethod[as.method],
  });
  const cancelled = as.method === 'CANCEL';
  const event = calendar.createEvent({
    id: `appointment-${id}@${domain}`,
    sequence,
    stamp: now,
    start,
    end,
    summary,
    location: addressOf(office),
    description: cancelled
      ? t(msg`This appointment was canceled. Questions? Call ${{ phone: phone.display }}.`)
      : `${t(msg`To change or cancel it: ${{ link }}`)}\n${t(msg`Questions? Call ${{ phone: phone.display }}.`)}`,
    organizer: { name: office.name, email },
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(cancelled ? {} : { url: link }),
  });
  if (as.method !== 'PUBLISH' && isEmail(as.to) && !NOT_IN_A_LINE.test(as.to)) {
    event.createAttendee({
      email: as.to,
      name: personName(name) ?? null,
      role: ICalAttendeeRole.REQ,
      // The visitor has chosen the time, so no reply is needed.
      status: ICalAttendeeStatus.ACCEPTED,
      rsvp: false,
    });
  }
  if (!cancelled) {
    event.createAlarm({
      type: ICalAlarmType.display,
      triggerBefore: HOUR_SECONDS,
      description: summary,
    });
  }
  return calendar.toString();
}

function addressOf({ name, contact }: Organizer): string {
  const { street, unit, city, state, zip } = contact.address;
  return [name, street, unit, city, `${state} ${zip}`].filter(Boolean).join(', ');
}
