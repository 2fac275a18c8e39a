import { Button } from '#app/ui/actions/button.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { type AppointmentStatus, cancellationNotice, isExternal, statusOf } from '../appointment-labels.ts';
import {
  calendarErrorMessage,
  isConflict,
  restoreAppointment,
  setAppointmentStatus,
  useCalendarMutation,
} from '../calendar-actions.ts';
import type { Appointment } from '../calendar-query.ts';

/** The actions without a further dialog, with their state. */
export function useAppointmentActions(appointment: Appointment, onDone: () => void) {
  const { id, name, email } = appointment;
  const marking = useCalendarMutation((to: AppointmentStatus) => setAppointmentStatus(id, to));
  const restoring = useCalendarMutation(restoreAppointment);
  const error = marking.error ?? restoring.error;
  const tell = (words: string) => () => {
    notify('success', words);
    onDone();
  };
  return {
    busy: marking.isPending || restoring.isPending,
    problem: error === null ? null : problemWords(error),
    mark: (to: AppointmentStatus, words: string) => marking.mutate(to, { onSuccess: tell(words) }),
    restoreAppointment: () => {
      const told = cancellationNotice(appointment, Date.now()) === 'mail' ? ` We have emailed ${email}.` : '';
      restoring.mutate(appointment, { onSuccess: tell(`The appointment of ${name} is restored.${told}`) });
    },
  };
}

const problemWords = (error: Error) =>
  isConflict(error) ? 'This time was just taken. Choose another one.' : calendarErrorMessage(error);

interface AppointmentButtonsProps {
  appointment: Appointment;
  now: number;
  acts: ReturnType<typeof useAppointmentActions>;
  onMove: () => void;
  onCancel: () => void;
}

/** The possible actions for the status. The most likely one is the last and primary button. */
export function AppointmentButtons({ appointment, now, acts, onMove, onCancel }: AppointmentButtonsProps) {
  const { name, starts_at } = appointment;
  const status = statusOf(appointment);
  const isOver = starts_at !== null && Date.parse(starts_at) < now;
  switch (status) {
    case 'done':
      return (
        <Button
          variant="secondary"
          busy={acts.busy}
          onPress={() => acts.mark('confirmed', `The appointment of ${name} is open again.`)}
        >
          Not done yet
        </Button>
      );
    case 'cancelled':
      return (
        <>
          <Button variant="secondary" onPress={onMove}>
            {starts_at === null ? 'Choose a time' : 'Another time'}
          </Button>
          <Button busy={acts.busy} onPress={acts.restoreAppointment}>
            Put back
          </Button>
        </>
      );
    default: {
      const isTimeless = starts_at === null;
      const isAway = isExternal(appointment);
      const isMoveFirst = !isAway && (isTimeless || (status === 'confirmed' && !isOver));
      const isDoneFirst = isOver || isAway;
      return (
        <>
          <Button variant="quiet" className="text-danger! md:mr-auto" onPress={onCancel}>
            {isTimeless && !isAway ? 'Cancel request' : 'Cancel appointment'}
          </Button>
          {status === 'confirmed' && (
            <Button
              variant={isDoneFirst ? 'primary' : 'secondary'}
              className={isDoneFirst ? 'md:order-last' : ''}
              busy={acts.busy}
              onPress={() => acts.mark('done', `The appointment of ${name} is done.`)}
            >
              Mark as done
            </Button>
          )}
          <Button variant={isMoveFirst ? 'primary' : 'secondary'} onPress={onMove}>
            {isTimeless ? 'Choose a time' : 'Move'}
          </Button>
          {status === 'pending' && (!isTimeless || isAway) && (
            <Button
              busy={acts.busy}
              onPress={() => acts.mark('confirmed', `The appointment of ${name} is confirmed.`)}
            >
              Confirm
            </Button>
          )}
        </>
      );
    }
  }
}
