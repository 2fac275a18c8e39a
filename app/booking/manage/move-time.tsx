import { Trans, useLingui } from '@lingui/react/macro';
import type { FormEvent } from 'react';
import { useFocusOnArrival } from '#app/shared/focus/use-focus-on-arrival.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { FormResult } from '#app/ui/feedback/form-result.tsx';
import type { BookedTime } from '#contract/calendar.ts';
import { changeAppointment } from '../picker/calendar-api.ts';
import { TimeBar, TimePicker } from '../picker/time-picker.tsx';
import { useAppointmentTimes } from '../picker/times.ts';
import { useTimeForm } from '../picker/use-time-form.ts';

interface Props {
  booked: BookedTime;
  onMoved: (moved: BookedTime) => void;
  onStay: () => void;
}

/** Moves an appointment. It keeps its old time until the new one is booked. */
export function MoveTime({ booked, onMoved, onStay }: Props) {
  const { t } = useLingui();
  const { dayOfMoment, officeTime } = useAppointmentTimes();
  const { free, start, setStart, busy, problem, result, send } = useTimeForm();
  const heading = useFocusOnArrival<HTMLHeadingElement>();
  const present = Date.parse(booked.start);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || start === null) return;
    await send(async () => onMoved(await changeAppointment({ ticket: booked.ticket, act: { move: start } })));
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-6">
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-2xl">
          <Trans>Choose another time</Trans>
        </h1>
        <p className="figures mt-1 text-muted">
          <Trans>
            You’ll keep {{ day: dayOfMoment(present) }}, {{ time: officeTime(present) }} until you book the
            new one.
          </Trans>
        </p>
      </div>
      {problem !== null && (
        <FormResult ref={result} kind="danger">
          {problem}
        </FormResult>
      )}
      <TimePicker free={free} value={start} onChange={setStart} />
      <TimeBar start={start}>
        <Button variant="secondary" onPress={onStay}>
          <Trans>Keep the current time</Trans>
        </Button>
        <Button type="submit" busy={busy} isDisabled={start === null}>
          {busy ? t({ message: 'Moving...', context: 'appointment' }) : t`Move to this time`}
        </Button>
      </TimeBar>
    </form>
  );
}
