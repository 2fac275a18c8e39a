import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { supabase } from '#app/shared/api/supabase.ts';
import type { Database } from '#contract/generated/database.ts';
import { addDays } from '#domain/office-time/days.ts';
import { startOfDay } from './office-clock.ts';

type Tables = Database['public']['Tables'];
export type Appointment = Tables['appointments']['Row'];
export type Block = Tables['calendar_blocks']['Row'];

/** With its time; the others wait for theirs. */
export type TimedAppointment = Appointment & { starts_at: string; ends_at: string; seat: number };

export interface CalendarDays {
  appointments: readonly TimedAppointment[];
  blocks: readonly Block[];
}

/** Everything that the calendar has fetched. */
export const calendarKey = ['calendar'] as const;

const WAITING_SHOWN = 100;

/** What is in the office's days from the first to the last. */
export function calendarDaysQuery(first: string, last: string) {
  return queryOptions({
    queryKey: [...calendarKey, 'days', first, last] as const,
    queryFn: async ({ signal }): Promise<CalendarDays> => {
      const from = new Date(startOfDay(first)).toISOString();
      const to = new Date(startOfDay(addDays(last, 1))).toISOString();
      const [appointments, blocks] = await Promise.all([
        supabase
          .from('appointments')
          .select('*')
          .lt('starts_at', to)
          .gt('ends_at', from)
          .order('starts_at')
          .order('seat')
          .abortSignal(signal)
          .overrideTypes<TimedAppointment[], { merge: false }>(),
        supabase
          .from('calendar_blocks')
          .select('*')
          .lt('starts_at', to)
          .gt('ends_at', from)
          .order('starts_at')
          .abortSignal(signal),
      ]);
      if (appointments.error) throw appointments.error;
      if (blocks.error) throw blocks.error;
      return { appointments: appointments.data, blocks: blocks.data };
    },
    staleTime: 0,
  });
}

/** Who has asked for an appointment and has no time; who has waited longest comes first. */
export function unscheduledQuery() {
  return queryOptions({
    queryKey: [...calendarKey, 'waiting'] as const,
    queryFn: async ({ signal }): Promise<{ rows: Appointment[]; count: number }> => {
      const { data, error, count } = await supabase
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
}

/** The first who come in this time and how many they are: a block keeps others away, and moves nobody. */
export function overlappingAppointmentsQuery(start: number, end: number, shown: number) {
  return queryOptions({
    queryKey: [...calendarKey, 'who-comes', start, end, shown] as const,
    queryFn: async ({ signal }) => {
      const { data, error, count } = await supabase
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

/** One appointment, for an address that names it. */
export function appointmentQuery(id: string) {
  return queryOptions({
    queryKey: [...calendarKey, 'appointment', id] as const,
    queryFn: async ({ signal }): Promise<Appointment | null> => {
      const { data, error } = await supabase
        .from('appointments')
        .select('*')
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle();
      if (error) throw error;
      return data;
    },
    // What it was when it was last looked at is of no use: acts begin with what it is.
    staleTime: 0,
    gcTime: 0,
  });
}

/** The id of the client who signs in with this address. */
export function clientIdQuery(email: string) {
  return queryOptions({
    queryKey: ['clients', 'id-of', email.toLowerCase()] as const,
    queryFn: async ({ signal }): Promise<string | null> => {
      const { data, error } = await supabase
        .from('user_profiles')
        .select('user_id')
        .eq('email', email.toLowerCase())
        .abortSignal(signal)
        .maybeSingle();
      if (error) throw error;
      return data?.user_id ?? null;
    },
  });
}
