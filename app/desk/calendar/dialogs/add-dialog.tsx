import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
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
import { addAppointment, useCalendarAction } from '../calendar-actions.ts';
import { useOfficeClock } from '../office-clock.ts';
import { TimeFields, useTimeSelection, type When } from './time-fields.tsx';

interface AddDialogProps extends Pick<DialogProps, 'isInAddress'> {
  at: When;
  /** What the form is filled in with. */
  person?: BookingAnswers;
  /** Why it isn't filled in. */
  problem?: string | null;
  onClose: () => void;
  onDone: (day: string) => void;
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
