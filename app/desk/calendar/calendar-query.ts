import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Database } from '#contract/generated/database.ts';
import { overlap } from '#domain/booking/slots.ts';
import { addDays, weekdayOf } from '#domain/office-time/days.ts';
import { profilesOfAddresses } from '../profiles.ts';
import type { OfficeClock } from './office-clock.ts';

type Tables = Database['public']['Tables'];
export type Appointment = Tables['appointments']['Row'];
export type Block = Tables['calendar_blocks']['Row'];

/** An appointment with a time. The others are requests without one. */
export type TimedAppointment = Appointment & { starts_at: string; ends_at: string; seat: number };

export interface CalendarDays {
  appointments: readonly TimedAppointment[];
  blocks: readonly Block[];
}

export const noAppointments: CalendarDays = { appointments: [], blocks: [] };

/** In milliseconds. */
export const spanOf = ({ starts_at, ends_at }: Pick<Block, 'starts_at' | 'ends_at'>) => ({
  start: Date.parse(starts_at),
  end: Date.parse(ends_at),
});

/** Those that are on a day, at least in part. */
export function rowsOn<Row extends Parameters<typeof spanOf>[0]>(
  clock: OfficeClock,
  day: string,
  rows: readonly Row[],
) {
  const whole = { start: clock.startOfDay(day), end: clock.endOfDay(day) };
  return rows.filter((row) => overlap(spanOf(row), whole));
}

export const calendarKey = ['calendar'] as const;

const WAITING_SHOWN = 100;

/** Appointments and blocks from the first to the last day, both included, in the office's time zone. */
export function calendarDaysQuery(clock: OfficeClock, first: string, last: string) {
  return queryOptions({
    queryKey: [...calendarKey, 'days', clock.timeZone, first, last] as const,
    queryFn: async ({ signal }): Promise<CalendarDays> => {
      const from = new Date(clock.startOfDay(first)).toISOString();
      const to = new Date(clock.startOfDay(addDays(last, 1))).toISOString();
      const [appointments, blocks] = await Promise.all([
        dataOf(
          rest
            .from('appointments')
            .select('*')
            .lt('starts_at', to)
            .gt('ends_at', from)
            .order('starts_at')
            .order('seat')
            .abortSignal(signal)
            .overrideTypes<TimedAppointment[], { merge: false }>(),
        ),
        dataOf(
          rest.from('calendar_blocks').select('*').lt('starts_at', to).gt('ends_at', from).order('starts_at'),
          signal,
        ),
      ]);
      return { appointments, blocks };
    },
    staleTime: 0,
  });
}

/** Those of the week of a day. */
export function calendarWeekQuery(clock: OfficeClock, day: string) {
  const sunday = addDays(day, -weekdayOf(day));
  return calendarDaysQuery(clock, sunday, addDays(sunday, 6));
}

/** Requests without a time, oldest first. */
export const unscheduledQuery = queryOptions({
  queryKey: [...calendarKey, 'waiting'] as const,
  queryFn: async ({ signal }): Promise<{ rows: Appointment[]; count: number }> => {
    const { data, error, count } = await rest
      .from('appointments')
      .select('*', { count: 'exact' })
      .is('starts_at', null)
      .is('calendly_completed', false)
      .eq('status', 'pending')
      .order('created_at')
      .limit(WAITING_SHOWN)
      .abortSignal(signal);
    if (error) throw error;
    return { rows: data, count: count ?? data.length };
  },
  placeholderData: keepPreviousData,
  staleTime: 0,
});

/**
 * The first `shown` appointments within a time, and the total. A block doesn't move existing appointments.
 */
export function overlappingAppointmentsQuery(start: number, end: number, shown: number) {
  return queryOptions({
    queryKey: [...calendarKey, 'who-comes', start, end, shown] as const,
    queryFn: async ({ signal }) => {
      const { data, error, count } = await rest
        .from('appointments')
        .select('id, name, starts_at', { count: 'exact' })
        .in('status', ['pending', 'confirmed'])
        .lt('starts_at', new Date(end).toISOString())
        .gt('ends_at', new Date(start).toISOString())
        .order('starts_at')
        .order('seat')
        .limit(shown)
        .abortSignal(signal)
        .overrideTypes<Pick<TimedAppointment, 'id' | 'name' | 'starts_at'>[], { merge: false }>();
      if (error) throw error;
      return { rows: data, count: count ?? data.length };
    },
    staleTime: 0,
  });
}

/** One appointment, or null. */
export function appointmentQuery(id: string) {
  return queryOptions({
    queryKey: [...calendarKey, 'appointment', id] as const,
    queryFn: ({ signal }): Promise<Appointment | null> =>
      dataOf(rest.from('appointments').select('*').eq('id', id).abortSignal(signal).maybeSingle()),
    // Actions need the current state, so never use a cached one.
    staleTime: 0,
    gcTime: 0,
  });
}

/** The id of the client with this email, or null. */
export const clientIdQuery = (email: string) =>
  queryOptions({
    queryKey: ['clients', 'id-of', email] as const,
    queryFn: async ({ signal }): Promise<string | null> =>
      (await profilesOfAddresses([email], signal)).get(email)?.user_id ?? null,
  });
