import type { FormEvent } from 'react';
import { FormVerdict } from '#app/site/blocks/form-verdict.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import type { BookedTime } from '#contract/calendar.ts';
import { changeBooked } from '../picker/calendar-wire.ts';
import { TimeBar } from '../picker/time-bar.tsx';
import { TimePicker } from '../picker/time-picker.tsx';
import { dayOfMoment, tellTime, visitorZone } from '../picker/times.ts';
import { useFocusOnArrival } from '../picker/use-focus-on-arrival.ts';
import { useTimeForm } from '../picker/use-time-form.ts';

interface Props {
  booked: BookedTime;
  onMoved: (moved: BookedTime) => void;
  onStay: () => void;
}

/** Another time for an appointment, which it keeps until it has the new one. */
export function MoveTime({ booked, onMoved, onStay }: Props) {
  const { free, start, setStart, busy, problem, verdict, ask } = useTimeForm();
  const heading = useFocusOnArrival<HTMLHeadingElement>();
  const present = Date.parse(booked.start);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || start === null) return;
    await ask(async () => onMoved(await changeBooked({ ticket: booked.ticket, act: { move: start } })));
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-6">
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-2xl">
          Choose another time
        </h1>
        <p className="figures mt-1 text-muted">
          You keep {dayOfMoment(present)}, {tellTime(present, visitorZone()).office}, until you have booked
          the new one.
        </p>
      </div>
      {problem !== null && (
        <FormVerdict ref={verdict} kind="danger">
          {problem}
        </FormVerdict>
      )}
      <TimePicker free={free} value={start} onChange={setStart} />
      <TimeBar start={start}>
        <Button variant="secondary" onPress={onStay}>
          Keep the old time
        </Button>
        <Button type="submit" busy={busy} isDisabled={start === null}>
          {busy ? 'Moving...' : 'Move to this time'}
        </Button>
      </TimeBar>
    </form>
  );
}
