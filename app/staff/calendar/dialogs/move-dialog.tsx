import { useState } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { showPhone } from '#domain/contact/phone.ts';
import { calendarErrorMessage, scheduleAppointment, useCalendarMutation } from '../calendar-actions.ts';
import type { Appointment } from '../calendar-query.ts';
import { clock, longDay, slotMs, timeOf, whenOf } from '../office-clock.ts';
import { TimeFields, timeProblem, useTimeSelection, type When } from './time-fields.tsx';

interface MoveDialogProps {
  appointment: Appointment;
  /** The initial selection. */
  at: When;
  onClose: () => void;
  /** Called with the new day. */
  onDone: (day: string) => void;
}

/** Moves an appointment, or gives a request its first time. */
export function MoveDialog({ appointment, at, onClose, onDone }: MoveDialogProps) {
  const { id, name, email, phone, starts_at, ends_at, status } = appointment;
  const [when, setWhen] = useState(at);
  const [tried, setTried] = useState(false);
  const { choices, chosen } = useTimeSelection(when, id);
  const { mutate, isPending, error } = useCalendarMutation((start: number) => scheduleAppointment(id, start));
  const isMove = starts_at !== null && status !== 'cancelled';
  const isSame = isMove && chosen !== null && chosen.start === Date.parse(starts_at);

  function submit() {
    setTried(true);
    if (!chosen || isSame || timeProblem(when, chosen) !== null) return;
    mutate(chosen.start, {
      onSuccess: () => {
        const told = email ? `We have emailed ${name}.` : `Please tell ${name}: there is no email address.`;
        const words = `${longDay(when.day)}, ${timeOf(chosen.start)}`;
        notify('success', `${isMove ? 'Moved to' : 'Booked for'} ${words}. ${told}`);
        onDone(clock.dayOf(chosen.start));
      },
    });
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isMove ? `Move ${name}` : `Choose a time for ${name}`}
      actions={
        <>
          <Button variant="secondary" onPress={onClose} isDisabled={isPending}>
            Back
          </Button>
          <Button onPress={submit} busy={isPending} isDisabled={isSame}>
            {isMove ? 'Move appointment' : 'Book this time'}
          </Button>
        </>
      }
    >
      {isMove && ends_at !== null && (
        <p>
          Now: <span className="figures">{whenOf(Date.parse(starts_at), Date.parse(ends_at))}</span>
        </p>
      )}
      <TimeFields when={when} choices={choices} chosen={chosen} onChange={setWhen} tried={tried} />
      {chosen && !isSame && (
        <p className="text-muted">
          <span className="figures font-semibold text-ink">
            {whenOf(chosen.start, chosen.start + slotMs)}.
          </span>{' '}
          {email ? (
            <>
              We will email the {isMove ? 'new time' : 'time'} to {email}.
            </>
          ) : (
            <>There is no email address. Please call {showPhone(phone)}.</>
          )}
        </p>
      )}
      {error && (
        <Banner kind="danger" announce>
          {calendarErrorMessage(error)}
        </Banner>
      )}
    </Dialog>
  );
}
