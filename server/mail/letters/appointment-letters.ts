import { z } from 'zod';
import { greeting } from '#domain/contact/greeting.ts';
import { showPhone } from '#domain/contact/phone.ts';
import { dayInWords, timeInWords, zoneInWords } from '#domain/office-time/words.ts';
import { zonedClock } from '#domain/office-time/zoned.ts';
import { invitation } from '#server/calendar/invitation.ts';
import { changeLink } from '#server/calendar/links.ts';
import { addressLine, type Letter, type Office, phone } from './letter.ts';
import { oneLine } from './visitor-html.ts';

// Letters about an appointment's time. Database triggers queue them (migration 0024).

interface Parts {
  office: Office;
  siteUrl: string;
  ticketOf(appointmentId: string): string;
}

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const appointmentFacts = z.object({
  appointment_id: z.uuid(),
  name: z.string(),
  starts_at: moment,
  ends_at: moment,
  sequence: z.number().int(),
  /** The old time of a moved appointment. */
  was: moment.nullish(),
});
type Facts = z.infer<typeof appointmentFacts>;

type AppointmentAction = 'booked' | 'moved' | 'cancelled';
const noticeFacts = appointmentFacts.extend({ what: z.enum(['booked', 'moved', 'cancelled']) });

const bookingFacts = z.object({ name: z.string(), email: z.string().nullable(), phone: z.string() });

type LetterText = Pick<Letter, 'subject' | 'heading' | 'paragraphs'> & { notes?: string[] };
type WriteLetter = (facts: unknown, to: string) => Letter;

const BRING =
  'Please bring a photo ID and the tax papers that you have, such as your W-2 or last year’s return.';

export function appointmentLetters(parts: Parts): Record<string, WriteLetter> {
  const { office, siteUrl } = parts;
  const directions = office.contact.address.directions.join(' ');
  /** The parts that all letters have. */
  const letter = (write: (facts: Facts, when: string) => LetterText): WriteLetter => {
    return (given, to) => {
      const facts = appointmentFacts.parse(given);
      const { notes = [], ...words } = write(facts, shortTime(facts.starts_at, office));
      const link = changeLink(siteUrl, parts.ticketOf(facts.appointment_id));
      return {
        ...words,
        preview: longTime(facts, office),
        greeting: greetingFor(facts.name),
        facts: [
          { name: 'Day', value: dayOf(facts, office) },
          { name: 'Time', value: timesOf(facts, office) },
          { name: 'Where', value: addressLine(office) },
          ...(directions === '' ? [] : [{ name: 'Finding us', value: directions }]),
        ],
        action: { label: 'Change or cancel', link },
        notes: [
          'The invitation in this email adds it to your calendar.',
          `Can’t come? Please click the button, or call us at ${phone(office)}, so that someone else can have the time.`,
          ...notes,
        ],
        invitation: invited(facts, 'REQUEST', to, link),
      };
    };
  };

  const invited = (facts: Facts, method: 'REQUEST' | 'CANCEL', to: string, link: string) => {
    const { appointment_id: id, name, starts_at: start, ends_at: end, sequence } = facts;
    const ics = invitation(
      { id, name, start, end, sequence },
      { office, link, as: { method, to }, now: new Date() },
    );
    return { method, ics };
  };

  return {
    appointment_booked: letter((_facts, when) => ({
      subject: `Your appointment: ${when}`,
      heading: 'Your appointment is booked',
      paragraphs: [`We look forward to seeing you. ${BRING}`],
      notes: [
        'If you didn’t book this, someone mistyped their email address. Please cancel it with the button.',
      ],
    })),

    appointment_moved: letter(({ was }, when) => ({
      subject: `Your appointment has moved to ${when}`,
      heading: 'Your appointment has a new time',
      paragraphs: [
        was
          ? `It was on ${shortTime(was, office)}. Please come at the new time.`
          : 'Please come at the new time.',
      ],
    })),

    appointment_reminder: letter((_facts, when) => ({
      subject: `Reminder: your appointment on ${when}`,
      heading: 'See you soon',
      paragraphs: [`This is to remind you of your appointment. ${BRING}`],
    })),

    appointment_cancelled: (given, to) => {
      const facts = appointmentFacts.parse(given);
      const link = `${siteUrl}/booking`;
      return {
        subject: `Cancelled: your appointment on ${shortTime(facts.starts_at, office)}`,
        preview: 'We no longer expect you at this time.',
        heading: 'Your appointment is cancelled',
        greeting: greetingFor(facts.name),
        paragraphs: ['This appointment will not take place. You can book another one whenever you like.'],
        facts: [{ name: 'It was scheduled for', value: longTime(facts, office) }],
        action: { label: 'Book another time', link },
        notes: [`Is this a mistake? Please call us at ${phone(office)}.`],
        invitation: invited(facts, 'CANCEL', to, link),
      };
    },

    appointment_notice: (given) => officeNotice(noticeFacts.parse(given), office, siteUrl),
    booking_notice: (given) => bookingNotice(bookingFacts.parse(given), siteUrl),
  };
}

const NOTICES: Record<AppointmentAction, { label: string; says: string }> = {
  booked: { label: 'Appointment', says: 'has chosen a time' },
  moved: { label: 'Appointment moved', says: 'has moved the appointment' },
  cancelled: { label: 'Appointment cancelled', says: 'has cancelled the appointment' },
};

/** Notifies the office of what a visitor did, with name and time. The rest is in the calendar. */
function officeNotice(facts: Facts & { what: AppointmentAction }, office: Office, siteUrl: string): Letter {
  const { label, says } = NOTICES[facts.what];
  const who = oneLine(facts.name, 80) || 'Somebody';
  const day = zonedClock(office.timeZone).dayOf(facts.starts_at.getTime());
  return {
    subject: `${label}: ${who}, ${shortTime(facts.starts_at, office)}`,
    preview: longTime(facts, office),
    heading: label,
    greeting: 'Hello,',
    paragraphs: [`${who} ${says}.`],
    facts: [
      { name: facts.what === 'cancelled' ? 'It was scheduled for' : 'When', value: longTime(facts, office) },
      ...(facts.was ? [{ name: 'Before', value: shortTime(facts.was, office) }] : []),
    ],
    action: { label: 'Open the calendar', link: `${siteUrl}/manage/calendar?view=day&day=${day}` },
    notes: [],
  };
}

/** Tells the office who has filled in the booking form. If they choose a time, there is another notice. */
function bookingNotice({ name, email, phone }: z.infer<typeof bookingFacts>, siteUrl: string): Letter {
  return {
    subject: oneLine(`New Appointment Booked: ${name}`, 200),
    preview: 'Someone has booked on the website.',
    heading: 'New appointment',
    greeting: 'Hello,',
    paragraphs: [
      'Someone has booked an appointment on the website. They are choosing their time in the calendar.',
    ],
    facts: [
      { name: 'Name', value: oneLine(name, 200) },
      { name: 'Email', value: oneLine(email ?? 'Not provided', 320) },
      { name: 'Phone', value: oneLine(showPhone(phone), 40) },
    ],
    action: { label: 'Open the appointments', link: `${siteUrl}/manage?queue=appointments` },
    notes: ['The name, email and phone were sent by a visitor. Please don’t open links in them.'],
  };
}

/** Greets by the first name. */
function greetingFor(name: string): string {
  return greeting(name.trim().split(/\s+/)[0]);
}

/** "Friday, November 20 at 2:30 PM". */
function shortTime(start: Date, { timeZone }: Office): string {
  const day = dayInWords(zonedClock(timeZone).dayOf(start.getTime())).replace(/, \d{4}$/, '');
  return `${day} at ${timeInWords(start.getTime(), timeZone)}`;
}

/** "Friday, November 20, 2026, 2:30 PM to 3:00 PM (Eastern Time)". */
function longTime(facts: Facts, office: Office): string {
  return `${dayOf(facts, office)}, ${timesOf(facts, office)}`;
}

function dayOf({ starts_at }: Facts, { timeZone }: Office): string {
  return dayInWords(zonedClock(timeZone).dayOf(starts_at.getTime()));
}

/** In the office's time zone, with its name. */
function timesOf({ starts_at, ends_at }: Facts, { timeZone }: Office): string {
  const [from, to] = [starts_at, ends_at].map((at) => timeInWords(at.getTime(), timeZone));
  return `${from} to ${to} (${zoneInWords(timeZone)})`;
}
