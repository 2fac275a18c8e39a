import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useDayWords } from '#app/shared/format/days.ts';
import { PhoneField } from '#app/shared/forms/formatted-form-field.tsx';
import { useIdOf } from '#app/shared/forms/use-id-of.ts';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { TextField } from '#app/ui/fields/text-field.tsx';
import type { DialogProps } from '#app/ui/overlays/dialog.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import {
  type BookingAnswers,
  type BookingField,
  bookingIssues,
  bookingPerson,
  emptyBooking,
} from '#domain/booking/fields.ts';
import { showPhone } from '#domain/contact/phone.ts';
import { addAppointment, scheduleAppointment, useCalendarAction } from '../calendar-actions.ts';
import type { Appointment } from '../calendar-query.ts';
import { useOfficeClock } from '../office-clock.ts';
import { TimeFields, useTimeSelection, type When } from './time-fields.tsx';

interface TimeDialogProps {
  /** The initial selection. */
  at: When;
  onClose: () => void;
  /** Called with the day of the appointment. */
  onDone: (day: string) => void;
}

interface AddDialogProps extends TimeDialogProps, Pick<DialogProps, 'isInAddress'> {
  /** What the form is filled in with. */
  person?: BookingAnswers;
  /** Why it isn't filled in. */
  problem?: string | null;
}

export function AddDialog(props: AddDialogProps) {
  const { at, person: known = emptyBooking, problem, isInAddress = false, onClose, onDone } = props;
  const { t } = useLingui();
  const { dayOf, timeOf } = useOfficeClock();
  const [answers, setAnswers] = useState(known);
  const [tried, setTried] = useState(false);
  const time = useTimeSelection(at);
  const { chosen } = time;
  const id = useIdOf({ answers, start: chosen?.start });
  const { run, busy, problem: refused } = useCalendarAction();
  const issues = bookingIssues(answers, t);
  const problemAt = (field: BookingField) =>
    tried ? issues.find((issue) => issue.field === field)?.message : undefined;

  async function submit() {
    setTried(true);
    if (issues.length > 0 || !chosen || time.problem !== null) return;
    const person = bookingPerson(answers);
    if (!(await run(() => addAppointment(id, person, chosen.start)))) return;
    const { name, email } = person;
    const at = timeOf(chosen.start);
    notify(
      'success',
      email === null
        ? t`${name} is booked for ${{ time: at }}.`
        : t`${name} is booked for ${{ time: at }}. We have emailed ${email}.`,
    );
    onDone(dayOf(chosen.start));
  }

  return (
    <FormDialog
      title={t`New appointment`}
      action={t`Book appointment`}
      busy={busy}
      cancelLabel={t`Back`}
      isInAddress={isInAddress}
      onClose={onClose}
      onSubmit={submit}
      problem={refused}
    >
      <Problem>{problem}</Problem>
      <TimeFields time={time} tried={tried} />
      <TextField
        autoFocus
        label={t`Full name`}
        autoComplete="off"
        value={answers.name}
        onChange={(name) => setAnswers({ ...answers, name })}
        error={problemAt('name')}
      />
      <PhoneField
        label={t`Phone`}
        autoComplete="off"
        value={answers.phone}
        withCountry
        onChange={(phone) => setAnswers({ ...answers, phone })}
        error={problemAt('phone')}
      />
      <TextField
        label={t`Email`}
        optional
        hint={t`If you add one, we’ll send a confirmation and a reminder.`}
        type="email"
        autoComplete="off"
        value={answers.email}
        onChange={(email) => setAnswers({ ...answers, email })}
        error={problemAt('email')}
      />
    </FormDialog>
  );
}

/** Moves an appointment, or gives a request its first time. */
export function MoveDialog({
  appointment,
  at,
  onClose,
  onDone,
}: TimeDialogProps & { appointment: Appointment }) {
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
