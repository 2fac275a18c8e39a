import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { showPhone } from '#domain/contact/phone.ts';
import { calendarErrorMessage, scheduleAppointment, useCalendarMutation } from '../calendar-actions.ts';
import type { Appointment } from '../calendar-query.ts';
import { useDayWords } from '../day-words.ts';
import { useOfficeClock } from '../office-clock.ts';
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
  const { t } = useLingui();
  const { dayOf, slotMs, timeOf, today, whenOf } = useOfficeClock();
  const { longDay } = useDayWords();
  const { id, name, email, phone, starts_at, ends_at, status } = appointment;
  const [when, setWhen] = useState(at);
  const [tried, setTried] = useState(false);
  const { choices, chosen } = useTimeSelection(when, id);
  const { mutate, isPending, error } = useCalendarMutation((start: number) => scheduleAppointment(id, start));
  const isMove = starts_at !== null && status !== 'cancelled';
  const before =
    ends_at === null || starts_at === null ? null : whenOf(Date.parse(starts_at), Date.parse(ends_at));
  const isSame = isMove && chosen !== null && chosen.start === Date.parse(starts_at);

  function submit() {
    setTried(true);
    if (!chosen || isSame || timeProblem(when, chosen, today(), t) !== null) return;
    mutate(chosen.start, {
      onSuccess: () => {
        const at = `${longDay(when.day)}, ${timeOf(chosen.start)}`;
        const done = isMove ? t`Moved to ${{ when: at }}.` : t`Booked for ${{ when: at }}.`;
        const told = email ? t`We have emailed ${name}.` : t`Please call ${name}. We have no email address.`;
        notify('success', `${done} ${told}`);
        onDone(dayOf(chosen.start));
      },
    });
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isMove ? t`Move ${name}` : t`Choose a time for ${name}`}
      actions={
        <>
          <Button variant="secondary" onPress={onClose} isDisabled={isPending}>
            <Trans>Back</Trans>
          </Button>
          <Button onPress={submit} busy={isPending} isDisabled={isSame}>
            {isMove ? t`Move appointment` : t`Book this time`}
          </Button>
        </>
      }
    >
      {isMove && before !== null && (
        <p>
          <Trans>
            Now: <span className="figures">{before}</span>
          </Trans>
        </p>
      )}
      <TimeFields when={when} choices={choices} chosen={chosen} onChange={setWhen} tried={tried} />
      {chosen && !isSame && (
        <p className="text-muted">
          <span className="figures font-semibold text-ink">
            {whenOf(chosen.start, chosen.start + slotMs)}.
          </span>{' '}
          {email ? (
            <EmailNotice isMove={isMove} email={email} />
          ) : (
            <Trans>We have no email address. Please call {{ phone: showPhone(phone, t) }}.</Trans>
          )}
        </p>
      )}
      <Problem>{error && calendarErrorMessage(error, t)}</Problem>
    </Dialog>
  );
}

function EmailNotice({ isMove, email }: { isMove: boolean; email: string }) {
  return isMove ? (
    <Trans>We’ll email the new time to {email}.</Trans>
  ) : (
    <Trans>We’ll email the time to {email}.</Trans>
  );
}
