import type { MessageDescriptor } from '@lingui/core';
import type { DayWords } from '#app/shared/format/days.ts';
import type { BadgeTone } from '#app/ui/feedback/badge.tsx';
import { seeCalendarMail } from '#domain/booking/fields.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { Appointment, Block } from './calendar-query.ts';

export type AppointmentStatus = 'pending' | 'confirmed' | 'cancelled' | 'done';

export const statusBadges: Record<AppointmentStatus, { word: MessageDescriptor; tone: BadgeTone }> = {
  pending: { word: msg({ message: 'Requested', context: 'appointment' }), tone: 'warning' },
  confirmed: { word: msg({ message: 'Confirmed', context: 'appointment' }), tone: 'success' },
  cancelled: { word: msg({ message: 'Canceled', context: 'appointment' }), tone: 'neutral' },
  done: { word: msg({ message: 'Done', context: 'appointment' }), tone: 'neutral' },
};

export function statusOf({ status }: Pick<Appointment, 'status'>): AppointmentStatus {
  return status in statusBadges ? (status as AppointmentStatus) : 'pending';
}

export const blockTitle = ({ reason }: Pick<Block, 'reason'>, t: Translate) =>
  reason || t(msg({ message: 'Blocked', context: 'time' }));

/** The booking page writes a fixed text where apps write the visitor's words. Ignore it. */
const own = (words: string | null) => (words === seeCalendarMail ? null : words);

/** Booked in an external calendar (CALENDAR_URL), which doesn't report the time. */
export function isExternal({
  starts_at,
  calendly_completed,
}: Pick<Appointment, 'starts_at' | 'calendly_completed'>) {
  return starts_at === null && calendly_completed;
}

export const externalBookingLabel = msg`In the other calendar. See its email.`;

/** What the visitor wrote, without the preferred time. */
export function visitorTexts({ service, message }: Appointment): string[] {
  return [own(service), own(message) && `“${message}”`].filter((words) => !!words) as string[];
}

/** The visitor's texts, with the preferred time if none is agreed yet. */
export function requestDetails(
  appointment: Appointment,
  { shortDay }: Pick<DayWords, 'shortDay'>,
  t: Translate,
): string[] {
  const { preferred_date, preferred_time, starts_at } = appointment;
  const isWish = starts_at === null && !isExternal(appointment) && preferred_time !== seeCalendarMail;
  const when = isWish ? [preferred_date && shortDay(preferred_date), preferred_time].filter(Boolean) : [];
  return [
    ...(when.length > 0 ? [t(msg`Preferred: ${{ when: when.join(', ') }}`)] : []),
    ...visitorTexts(appointment),
  ];
}

export function cancellationNotice(
  appointment: Pick<Appointment, 'email' | 'starts_at' | 'calendly_completed'>,
  now: number,
): 'mail' | 'call' | 'over' | 'no-time' | 'elsewhere' {
  const { email, starts_at } = appointment;
  if (isExternal(appointment)) return 'elsewhere';
  if (starts_at === null) return 'no-time';
  if (Date.parse(starts_at) < now) return 'over';
  return email ? 'mail' : 'call';
}
