import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useDayWords } from '#app/shared/format/days.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { showPhone } from '#domain/contact/phone.ts';
import { scheduleAppointment, useCalendarAction } from '../calendar-actions.ts';
import type { Appointment } from '../calendar-query.ts';
import { useOfficeClock } from '../office-clock.ts';
import { TimeFields, useTimeSelection, type When } from './time-fields.tsx';

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
  const { dayOf, slotMs, timeOf, whenBooked, whenOf } = useOfficeClock();
  const { longDay } = useDayWords();
  const { id, name, email, phone, starts_at, status } = appointment;
  const [tried, setTried] = useState(false);
  const time = useTimeSelection(at, id);
  const { chosen } = time;
  const { run, busy, problem } = useCalendarAction();
  const isMove = starts_at !== null && status !== 'cancelled';
  const before = whenBooked(appointment);
  const isSame = isMove && chosen !== null && chosen.start === Date.parse(starts_at);

  async function submit() {
    setTried(true);
    if (!chosen || isSame || time.problem !== null) return;
    if (!(await run(() => scheduleAppointment(id, chosen.start)))) return;
    const at = `${longDay(time.when.day)}, ${timeOf(chosen.start)}`;
    const done = isMove ? t`Moved to ${{ when: at }}.` : t`Booked for ${{ when: at }}.`;
    const told = email ? t`We have emailed ${name}.` : t`Please call ${name}. We have no email address.`;
    notify('success', `${done} ${told}`);
    onDone(dayOf(chosen.start));
  }

  return (
    <FormDialog
      title={isMove ? t`Move ${name}` : t`Choose a time for ${name}`}
      action={isMove ? t`Move appointment` : t`Book this time`}
      cancelLabel={t`Back`}
      busy={busy}
      isReady={!isSame}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      {isMove && before !== null && (
        <p>
          <Trans>
            Now: <span className="figures">{before}</span>
          </Trans>
        </p>
      )}
      <TimeFields time={time} tried={tried} />
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
    </FormDialog>
  );
}

function EmailNotice({ isMove, email }: { isMove: boolean; email: string }) {
  return isMove ? (
    <Trans>We’ll email the new time to {email}.</Trans>
  ) : (
    <Trans>We’ll email the time to {email}.</Trans>
  );
}
