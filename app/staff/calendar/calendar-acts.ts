import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { queryClient } from '#app/shared/api/query-client.tsx';
import { supabase } from '#app/shared/api/supabase.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import type { BookingPerson } from '#domain/booking/fields.ts';
import { queuesKey } from '../queues/queues-query.ts';
import { type Appointment, calendarKey } from './calendar-query.ts';
import { type AppointmentStatus, isElsewhere } from './calendar-words.ts';

/** What staff do in the calendar. Mails are written by the database, in the transaction that causes them. */

export async function markStatus(id: string, status: AppointmentStatus): Promise<void> {
  const { error } = await supabase.from('appointments').update({ status }).eq('id', id);
  if (error) throw error;
}

export async function schedule(id: string, start: number): Promise<void> {
  const { error } = await supabase.rpc('schedule_appointment', {
    appointment_id: id,
    new_start: new Date(start).toISOString(),
  });
  if (error) throw error;
}

/** A cancelled one again, at its time: on whichever seat is free there. */
export async function putBack(appointment: Appointment): Promise<void> {
  const { id, starts_at } = appointment;
  const start = starts_at === null ? null : Date.parse(starts_at);
  if (start !== null && start > Date.now()) await schedule(id, start);
  else await markStatus(id, start === null && !isElsewhere(appointment) ? 'pending' : 'confirmed');
}

/** For who calls or stands at the desk. The id. */
export async function addAppointment({ name, phone, email }: BookingPerson, start: number): Promise<string> {
  const { data, error } = await supabase.rpc('add_appointment', {
    client_name: name,
    client_phone: phone,
    new_start: new Date(start).toISOString(),
    ...(email !== null && { client_email: email }),
  });
  if (error) throw error;
  return data.id;
}

export interface NewBlock {
  starts_at: string;
  ends_at: string;
  reason: string;
}

export async function addBlock(block: NewBlock): Promise<void> {
  const { error } = await supabase.from('calendar_blocks').insert(block);
  if (error) throw error;
}

export async function removeBlock(id: string): Promise<void> {
  const { error } = await supabase.from('calendar_blocks').delete().eq('id', id);
  if (error) throw error;
}

/** Somebody else has the seat: by the constraint, or by the function that looks for a free one. */
export function isClash(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : null;
  return code === '23P01' || code === 'PT409';
}

export function problemOf(error: unknown): string {
  return isClash(error) ? 'Somebody else has this time now. Please choose another one.' : messageOf(error);
}

/** One act at a time; whatever came of it, the calendar and the queues look again before it counts as done. */
export function useCalendarAct<Input, Result>(act: (input: Input) => Promise<Result>) {
  return useMutation({ mutationFn: act, onSettled: lookAgain });
}

/** The same for an Undo: by then the dialog that offered it is gone, and nobody would hear what came of it. */
export function undo(act: () => Promise<void>, told: string, refused: (error: unknown) => string): void {
  act()
    .finally(lookAgain)
    .then(
      () => notify('success', told),
      (error: unknown) => notify('danger', refused(error)),
    );
}

function lookAgain(): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: calendarKey }),
    queryClient.invalidateQueries({ queryKey: queuesKey }),
  ]);
}
