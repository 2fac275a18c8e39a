import { z } from 'zod';
import { addressLine } from '#domain/business/office.ts';
import { greetingOfWhole } from '#domain/contact/greeting.ts';
import { showPhone } from '#domain/contact/phone.ts';
import { locales, localizePath } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import type { Reader, Wording } from '#domain/language/translate.ts';
import { dayInWords, timeInWords, zoneInWords } from '#domain/office-time/words.ts';
import { zonedClock } from '#domain/office-time/zoned.ts';
import { invitation } from '#server/calendar/invitation.ts';
import { changeLink } from '#server/calendar/tickets.ts';
import { englishReader } from '#server/language/readers.ts';
import { oneLine } from '../../html/visitor-html.ts';
import { type Letter, type LetterParts, type Office, phone } from '../letter.ts';

// Letters about an appointment. The database queues them (migration 0029_appointments).

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

type LetterText = Pick<Letter, 'subject' | 'heading' | 'paragraphs'> & { notes?: Wording[] };
type WriteLetter = (facts: unknown, to: string) => Letter;

export function appointmentLetters(parts: Omit<LetterParts, 'pauseTicketOf'>): Record<string, WriteLetter> {
  const { office, siteUrl, reader } = parts;
  const { shortTime, longTime, dayOf, timesOf } = timesIn(office, reader);
  const directions = office.contact.address.directions.join(' ');
  /** The parts that all letters have. */
  const letter = (write: (facts: Facts, when: string) => LetterText): WriteLetter => {
    return (given, to) => {
      const facts = appointmentFacts.parse(given);
      const { notes = [], ...words } = write(facts, shortTime(facts.starts_at));
      const link = changeLink(siteUrl, parts.ticketOf(facts.appointment_id), reader.language);
      return {
        ...words,
        preview: longTime(facts),
        greeting: greetingOfWhole(facts.name),
        facts: [
          { name: msg`Day`, value: dayOf(facts) },
          { name: msg`Time`, value: timesOf(facts) },
          { name: msg`Where`, value: addressLine(office) },
          ...(directions === '' ? [] : [{ name: msg`How to find us`, value: directions }]),
        ],
        action: { label: msg`Change or cancel`, link },
        notes: [
          msg`Open the invitation in this email to add the appointment to your calendar.`,
          msg`Can’t make it? Click the button, or call us at ${{ phone: phone(office) }}, so we can give the time to someone else.`,
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
      { office, link, as: { method, to }, now: new Date(), reader },
    );
    return { method, filename: reader.t(msg`appointment.ics`), ics };
  };

  return {
    appointment_booked: letter((_facts, when) => ({
      subject: msg`Your appointment: ${{ when }}`,
      heading: msg`Your appointment is booked`,
      paragraphs: [
        msg`We look forward to seeing you. Please bring a photo ID and the tax documents you have, like your W-2 or last year’s return.`,
      ],
      notes: [
        msg`Didn’t book this? Someone may have typed your email address by mistake. Please use the button to cancel it.`,
      ],
    })),

    appointment_moved: letter(({ was }, when) => ({
      subject: msg`Your appointment has moved to ${{ when }}`,
      heading: msg`Your appointment has a new time`,
      paragraphs: [
        was
          ? msg`It was on ${{ when: shortTime(was) }}. Please come at the new time.`
          : msg`Please come at the new time.`,
      ],
    })),

    appointment_reminder: letter((_facts, when) => ({
      subject: msg`Reminder: your appointment on ${{ when }}`,
      heading: msg`See you soon`,
      paragraphs: [
        msg`This is a reminder of your appointment. Please bring a photo ID and the tax documents you have, like your W-2 or last year’s return.`,
      ],
    })),

    appointment_cancelled: (given, to) => {
      const facts = appointmentFacts.parse(given);
      const link = `${siteUrl}${localizePath('/booking', reader.language)}`;
      return {
        subject: msg`Canceled: your appointment on ${{ when: shortTime(facts.starts_at) }}`,
        preview: msg`You don’t need to come at this time.`,
        heading: msg`Your appointment is canceled`,
        greeting: greetingOfWhole(facts.name),
        paragraphs: [msg`Your appointment has been canceled. You can book another one anytime.`],
        facts: [{ name: msg`It was set for`, value: longTime(facts) }],
        action: { label: msg`Book another time`, link },
        notes: [msg`Is this a mistake? Call us at ${{ phone: phone(office) }}.`],
        invitation: invited(facts, 'CANCEL', to, link),
      };
    },

    appointment_notice: (given) => officeNotice(noticeFacts.parse(given), office, siteUrl),
    booking_notice: (given) => bookingNotice(bookingFacts.parse(given), siteUrl),
  };
}

const NOTICES: Record<AppointmentAction, { label: string; says: string }> = {
  booked: { label: 'Appointment', says: 'chose a time' },
  moved: { label: 'Appointment moved', says: 'moved the appointment' },
  cancelled: { label: 'Appointment canceled', says: 'canceled the appointment' },
};

/** Notifies the office of what a visitor did, with name and time. The rest is in the calendar. */
function officeNotice(facts: Facts & { what: AppointmentAction }, office: Office, siteUrl: string): Letter {
  const { label, says } = NOTICES[facts.what];
  const who = oneLine(facts.name, 80) || 'Someone';
  const day = zonedClock(office.timeZone).dayOf(facts.starts_at.getTime());
  const { shortTime, longTime } = timesIn(office, englishReader);
  return {
    subject: `${label}: ${who}, ${shortTime(facts.starts_at)}`,
    preview: longTime(facts),
    heading: label,
    greeting: 'Hello,',
    paragraphs: [`${who} ${says}.`],
    facts: [
      { name: facts.what === 'cancelled' ? 'It was set for' : 'When', value: longTime(facts) },
      ...(facts.was ? [{ name: 'Was', value: shortTime(facts.was) }] : []),
    ],
    action: { label: 'Open the calendar', link: `${siteUrl}/manage/calendar?view=day&day=${day}` },
    notes: [],
  };
}

/** Tells the office who has filled in the booking form. If they choose a time, there is another notice. */
function bookingNotice({ name, email, phone }: z.infer<typeof bookingFacts>, siteUrl: string): Letter {
  return {
    subject: oneLine(`New Appointment Booked: ${name}`, 200),
    preview: 'No time was chosen yet.',
    heading: 'New appointment, no time yet',
    greeting: 'Hello,',
    paragraphs: [
      'Someone filled in the booking form on the website. No time was chosen yet. If they choose one in the calendar, you’ll get another email.',
    ],
    facts: [
      { name: 'Name', value: oneLine(name, 200) },
      { name: 'Email', value: oneLine(email ?? 'Not provided', 320) },
      { name: 'Phone', value: oneLine(showPhone(phone), 40) },
    ],
    action: { label: 'Open appointments', link: `${siteUrl}/manage?queue=appointments` },
    notes: ['A visitor typed the name, email, and phone. Don’t open any links in them.'],
  };
}

/** Writes times in the office's time zone. */
function timesIn({ timeZone }: Office, { language, t }: Reader) {
  const weekdayAndDate = new Intl.DateTimeFormat(locales[language], {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  });
  const timeOf = (at: Date) => timeInWords(at.getTime(), timeZone, language);
  /** "Friday, November 20, 2026". */
  const dayOf = ({ starts_at }: Facts) =>
    dayInWords(zonedClock(timeZone).dayOf(starts_at.getTime()), language);
  /** "2:30 PM to 3:00 PM (Eastern Time)". */
  const timesOf = ({ starts_at, ends_at }: Facts) => {
    const zone = zoneInWords(timeZone, language);
    return t(msg`${{ from: timeOf(starts_at) }} to ${{ to: timeOf(ends_at) }} (${{ zone }})`);
  };
  return {
    dayOf,
    timesOf,
    /** "Friday, November 20 at 2:30 PM". */
    shortTime: (at: Date) => t(msg`${{ day: weekdayAndDate.format(at) }} at ${{ time: timeOf(at) }}`),
    longTime: (facts: Facts) => `${dayOf(facts)}, ${timesOf(facts)}`,
  };
}
