import ical, {
  ICalAlarmType,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import type { Business } from '#domain/business/business.ts';
import { personName } from '#domain/contact/greeting.ts';

/** An appointment as a calendar program takes it in. */
export interface Invited {
  id: string;
  name: string;
  start: Date;
  end: Date;
  /** Which edition this is: a program keeps the highest that it has seen. */
  sequence: number;
}

/** The facts of the office that an invitation is made of. */
export type Inviting = Pick<Business, 'name' | 'contact'>;

interface Options {
  office: Inviting;
  /** Opens the page on which it can be moved or cancelled. */
  link: string;
  /**
   * By mail it is a request (or its cancellation) to somebody; as a file that somebody saves it is to nobody, since
   * programs would ask for an answer to a request.
   */
  as: { method: 'REQUEST' | 'CANCEL'; to: string } | { method: 'PUBLISH' };
  now: Date;
}

const HOUR_SECONDS = 60 * 60;
/** What can stand in a line as it is. Whatever else was typed as an address, no mail reaches it either. */
const ADDRESS = /^[^\s\p{C}<>()[\]",;:\\@]+@[^\s\p{C}<>()[\]",;:\\@]+$/u;

/**
 * An invitation (RFC 5545, RFC 5546). Times are in UTC, which every program shows by its own clocks. What a visitor
 * has typed is in it only where it is a name, and then only as one.
 */
export function invitation(appointment: Invited, { office, link, as, now }: Options): string {
  const { id, name, start, end, sequence } = appointment;
  const { email, phone } = office.contact;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const calendar = ical({
    prodId: { company: office.name, product: 'Appointments', language: 'EN' },
    method: ICalCalendarMethod[as.method],
  });
  const cancelled = as.method === 'CANCEL';
  const event = calendar.createEvent({
    id: `appointment-${id}@${domain}`,
    sequence,
    stamp: now,
    start,
    end,
    summary: `Appointment at ${office.name}`,
    location: addressOf(office),
    description: cancelled
      ? `This appointment was cancelled. Questions? Call ${phone.display}.`
      : `To change or cancel it: ${link}\nQuestions? Call ${phone.display}.`,
    organizer: { name: office.name, email },
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(cancelled ? {} : { url: link }),
  });
  if (as.method !== 'PUBLISH' && ADDRESS.test(as.to)) {
    event.createAttendee({
      email: as.to,
      name: personName(name) ?? null,
      role: ICalAttendeeRole.REQ,
      // They have chosen the time themselves: nothing is left to answer.
      status: ICalAttendeeStatus.ACCEPTED,
      rsvp: false,
    });
  }
  if (!cancelled) {
    event.createAlarm({
      type: ICalAlarmType.display,
      triggerBefore: HOUR_SECONDS,
      description: `Appointment at ${office.name}`,
    });
  }
  return calendar.toString();
}

function addressOf({ name, contact }: Inviting): string {
  const { street, unit, city, state, zip } = contact.address;
  return [name, street, unit, city, `${state} ${zip}`].filter(Boolean).join(', ');
}
