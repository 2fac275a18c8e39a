import type { BadgeTone } from '#app/ui/badge.tsx';
import { seeCalendarMail } from '#domain/booking/new-appointment.ts';
import type { Appointment, Block } from './calendar-query.ts';
import { shortDay } from './office-clock.ts';

export type AppointmentStatus = 'pending' | 'confirmed' | 'cancelled' | 'done';

export const statusLooks: Record<AppointmentStatus, { word: string; tone: BadgeTone }> = {
  pending: { word: 'Asked for', tone: 'warning' },
  confirmed: { word: 'Confirmed', tone: 'success' },
  cancelled: { word: 'Cancelled', tone: 'neutral' },
  done: { word: 'Done', tone: 'neutral' },
};

export function statusOf({ status }: Pick<Appointment, 'status'>): AppointmentStatus {
  return status in statusLooks ? (status as AppointmentStatus) : 'pending';
}

export const blockTitle = ({ reason }: Pick<Block, 'reason'>) => reason || 'Blocked';

/** What the visitor wrote of their wish; the booking page's own words in those places say nothing. */
export function wishesOf(appointment: Appointment): string[] {
  const { service, preferred_date, preferred_time, message, starts_at } = appointment;
  const isOwn = preferred_time !== seeCalendarMail && message !== seeCalendarMail;
  if (!isOwn) return [];
  // Who has a time has it in these two as well.
  const when =
    starts_at === null &&
    [preferred_date && shortDay(preferred_date), preferred_time].filter(Boolean).join(', ');
  return [service, when && `Wished for: ${when}`, message && `“${message}”`].filter(
    (words) => !!words,
  ) as string[];
}

/** Who must hear of a cancelled appointment in which way. */
export function tellingOf(
  { email, starts_at }: Pick<Appointment, 'email' | 'starts_at'>,
  now: number,
): 'mail' | 'call' | 'over' | 'no-time' {
  if (starts_at === null) return 'no-time';
  if (Date.parse(starts_at) < now) return 'over';
  return email ? 'mail' : 'call';
}
