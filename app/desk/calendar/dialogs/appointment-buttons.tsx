import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#app/ui/actions/button.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { type AppointmentStatus, cancellationNotice, isExternal, statusOf } from '../appointment-labels.ts';
import {
  calendarErrorMessage,
  isConflict,
  restoreAppointment,
  setAppointmentStatus,
  useCalendarAction,
} from '../calendar-actions.ts';
import type { Appointment } from '../calendar-query.ts';

/** The actions without a further dialog, with their state. */
export function useAppointmentActions(appointment: Appointment, onDone: () => void) {
  const { t } = useLingui();
  const { id, name, email } = appointment;
  const { run, busy, problem } = useCalendarAction(problemWords);
  async function act(action: () => Promise<void>, words: string) {
    if (!(await run(action))) return;
    notify('success', words);
    onDone();
  }
  return {
    busy,
    problem,
    mark: (to: AppointmentStatus, words: string) => void act(() => setAppointmentStatus(id, to), words),
    restoreAppointment: () => {
      const isMailed = cancellationNotice(appointment, Date.now()) === 'mail' && email !== null;
      void act(
        () => restoreAppointment(appointment),
        isMailed
          ? t`${name}’s appointment was restored. We have emailed ${email}.`
          : t`${name}’s appointment was restored.`,
      );
    },
  };
}

const problemWords = (error: unknown, t: Translate) =>
  isConflict(error) ? t(msg`This time was just taken. Choose another one.`) : calendarErrorMessage(error, t);

interface AppointmentButtonsProps {
  appointment: Appointment;
  now: number;
  acts: ReturnType<typeof useAppointmentActions>;
  onMove: () => void;
  onCancel: () => void;
}

/** The possible actions for the status. The most likely one is the last and primary button. */
export function AppointmentButtons({ appointment, now, acts, onMove, onCancel }: AppointmentButtonsProps) {
  const { t } = useLingui();
  const { name, starts_at } = appointment;
  const status = statusOf(appointment);
  const isOver = starts_at !== null && Date.parse(starts_at) < now;
  switch (status) {
    case 'done':
      return (
        <Button
          variant="secondary"
          busy={acts.busy}
          onPress={() => acts.mark('confirmed', t`${name}’s appointment is open again.`)}
        >
          <Trans>Not done yet</Trans>
        </Button>
      );
    case 'cancelled':
      return (
        <>
          <Button variant="secondary" onPress={onMove}>
            {starts_at === null ? t({ message: 'Choose a time', context: 'button' }) : t`Another time`}
          </Button>
          <Button busy={acts.busy} onPress={acts.restoreAppointment}>
            <Trans context="appointment">Restore</Trans>
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
            {isTimeless && !isAway ? t`Cancel request` : t`Cancel appointment`}
          </Button>
          {status === 'confirmed' && (
            <Button
              variant={isDoneFirst ? 'primary' : 'secondary'}
              className={isDoneFirst ? 'md:order-last' : ''}
              busy={acts.busy}
              onPress={() => acts.mark('done', t`${name}’s appointment is done.`)}
            >
              <Trans>Mark as done</Trans>
            </Button>
          )}
          <Button variant={isMoveFirst ? 'primary' : 'secondary'} onPress={onMove}>
            {isTimeless
              ? t({ message: 'Choose a time', context: 'button' })
              : t({ message: 'Move', context: 'appointment' })}
          </Button>
          {status === 'pending' && (!isTimeless || isAway) && (
            <Button
              busy={acts.busy}
              onPress={() => acts.mark('confirmed', t`${name}’s appointment is confirmed.`)}
            >
              <Trans context="appointment">Confirm</Trans>
            </Button>
          )}
        </>
      );
    }
  }
}
