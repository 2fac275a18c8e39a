import { queryOptions } from '@tanstack/react-query';
import { rest } from '#app/shared/api/rest.ts';
import { seeCalendarMail } from '#domain/booking/fields.ts';
import type { AppointmentStatus } from '../calendar/appointment-labels.ts';
import type { Appointment } from '../calendar/calendar-query.ts';
import type { OfficeClock } from '../calendar/office-clock.ts';
import { queuesKey } from '../queues/queues-query.ts';
import { compareTimes } from './appointment-times.ts';

/** The first rows and the total. */
export interface Counted {
  readonly rows: readonly Appointment[];
  readonly count: number;
}

export interface AppointmentList {
  /** Requests whose visitor left before choosing a time, oldest first. */
  readonly timeless: Counted;
  /** Booked in an external calendar, so the time is unknown here. */
  readonly elsewhere: Counted;
  /** From today on, in order; then those without a day. */
  readonly ahead: readonly Appointment[];
  /** Past appointments that are neither done nor canceled. */
  readonly past: Counted;
  /** Recently done or canceled, where a mistake can be undone. */
  readonly settled: readonly Appointment[];
}

const SHOWN = 200;
const PAST_SHOWN = 30;
const SETTLED_SHOWN = 10;
const waiting: AppointmentStatus[] = ['pending', 'confirmed'];
/** Excludes rows whose `preferred_date` is only the day of the booking. */
const withOwnDay = `starts_at.not.is.null,and(calendly_completed.is.false,or(status.neq.pending,preferred_time.is.null,preferred_time.neq."${seeCalendarMail}"))`;

export function appointmentsQuery(clock: OfficeClock) {
  return queryOptions({
    queryKey: [...queuesKey, 'appointments', clock.timeZone] as const,
    queryFn: async ({ signal }): Promise<AppointmentList> => {
      const today = clock.today();
      const all = () => rest.from('appointments').select('*').abortSignal(signal);
      const counted = () => rest.from('appointments').select('*', { count: 'exact' }).abortSignal(signal);
      const [timeless, elsewhere, ahead, undated, past, settled] = await Promise.all([
        counted()
          .eq('status', 'pending')
          .is('starts_at', null)
          .is('calendly_completed', false)
          .eq('preferred_time', seeCalendarMail)
          .order('created_at')
          .limit(PAST_SHOWN),
        counted()
          .in('status', waiting)
          .is('starts_at', null)
          .is('calendly_completed', true)
          .order('created_at')
          .limit(PAST_SHOWN),
        all()
          .in('status', waiting)
          .or(withOwnDay)
          .gte('preferred_date', today)
          .order('preferred_date')
          .limit(SHOWN),
        all()
          .in('status', waiting)
          .or(withOwnDay)
          .is('preferred_date', null)
          .order('created_at')
          .limit(PAST_SHOWN),
        counted()
          .in('status', waiting)
          .or(withOwnDay)
          .lt('preferred_date', today)
          .order('preferred_date', { ascending: false })
          .limit(PAST_SHOWN),
        all()
          .in('status', ['done', 'cancelled'])
          .order('updated_at', { ascending: false })
          .limit(SETTLED_SHOWN),
      ]);
      for (const { error } of [timeless, elsewhere, ahead, undated, past, settled]) if (error) throw error;
      return {
        timeless: countOf(timeless),
        elsewhere: countOf(elsewhere),
        ahead: [...rows(ahead), ...rows(undated)].sort(compareTimes(clock)),
        past: countOf(past),
        settled: rows(settled),
      };
    },
    staleTime: 0,
  });
}

interface Answer {
  data: Appointment[] | null;
  count: number | null;
}

const rows = (answer: Answer) => answer.data ?? [];
const countOf = (answer: Answer): Counted => ({
  rows: rows(answer),
  count: answer.count ?? rows(answer).length,
});
