import { done } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import type { BookingPerson } from '#domain/booking/fields.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { queuesKey } from '../queues/queues-query.ts';
import { type AppointmentStatus, isExternal } from './appointment-labels.ts';
import { type Appointment, type Block, calendarKey } from './calendar-query.ts';

/** What staff do in the calendar. The database queues the mails in the same transaction. */

export const setAppointmentStatus = (id: string, status: AppointmentStatus) =>
  done(rest.from('appointments').update({ status }).eq('id', id));

export const scheduleAppointment = (id: string, start: number) =>
  done(rest.rpc('schedule_appointment', { appointment_id: id, new_start: new Date(start).toISOString() }));

/** Restores a canceled appointment at its time, on any free seat. */
export async function restoreAppointment(appointment: Appointment): Promise<void> {
  const { id, starts_at } = appointment;
  const start = starts_at === null ? null : Date.parse(starts_at);
  if (start !== null && start > Date.now()) await scheduleAppointment(id, start);
  else await setAppointmentStatus(id, start === null && !isExternal(appointment) ? 'pending' : 'confirmed');
}

/** Books for a person on the phone or at the desk. */
export const addAppointment = (id: string, { name, phone, email }: BookingPerson, start: number) =>
  done(
    rest.rpc('add_appointment', {
      appointment_id: id,
      client_name: name,
      client_phone: phone,
      new_start: new Date(start).toISOString(),
      ...(email !== null && { client_email: email }),
    }),
  );

/** A second try with the same id changes nothing. */
export const addBlock = (block: Pick<Block, 'id' | 'starts_at' | 'ends_at' | 'reason'>) =>
  done(rest.from('calendar_blocks').upsert(block, { ignoreDuplicates: true }));

export const removeBlock = (id: string) => done(rest.from('calendar_blocks').delete().eq('id', id));

/**
 * The time is taken: 23P01 from the exclusion constraint, PT409 from the function that looks for a free seat.
 */
export function isConflict(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : null;
  return code === '23P01' || code === 'PT409';
}

export function calendarErrorMessage(error: unknown, t: Translate): string {
  return isConflict(error)
    ? t(msg`This time was just taken. Please choose another one.`)
    : messageOf(error, t);
}

/** Refetches the calendar and the queues after each action. */
export const useCalendarAction = (wording = calendarErrorMessage, tell?: (problem: string) => void) =>
  useAction(refetchAll, wording, tell);

/** For the Undo button of a toast: the dialog is closed by then, so the result is another toast. */
export function undo(
  action: () => Promise<void>,
  successMessage: string,
  errorMessage: (error: unknown) => string,
): void {
  action()
    .finally(refetchAll)
    .then(
      () => notify('success', successMessage),
      (error: unknown) => notify('danger', errorMessage(error)),
    );
}

function refetchAll(): Promise<unknown> {
  return invalidate(calendarKey, queuesKey);
}
