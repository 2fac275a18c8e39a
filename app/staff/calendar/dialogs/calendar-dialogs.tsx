import { useQuery } from '@tanstack/react-query';
import { business } from '#app/business.ts';
import { type Appointment, appointmentQuery, type Block } from '../calendar-query.ts';
import { clock, fromToday } from '../office-clock.ts';
import { AddDialog } from './add-dialog.tsx';
import { AppointmentDialog } from './appointment-dialog.tsx';
import { BlockDetails } from './block-details.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import type { When } from './when-fields.tsx';

/** What is asked over the calendar. Which appointment is looked at stands in the address instead. */
export type Question =
  | { act: 'move'; appointment: Appointment; at: When }
  | { act: 'cancel'; appointment: Appointment }
  | { act: 'add'; at: When }
  | { act: 'block'; day: string }
  | { act: 'unblock'; block: Block };

interface CalendarDialogsProps {
  question: Question | null;
  onAsk: (question: Question | null) => void;
  /** The day that is looked at. */
  day: string;
  /** The appointment that the address names. */
  opened: string | null;
  /** That appointment, where the calendar shows it already. */
  known: Appointment | undefined;
  now: number;
  /** Nothing is asked any more; the calendar shows this day, if one is said. */
  onDone: (day?: string) => void;
}

export function CalendarDialogs({ question, onAsk, day, opened, known, now, onDone }: CalendarDialogsProps) {
  const onClose = () => onAsk(null);
  switch (question?.act) {
    case 'move':
      return <MoveDialog {...question} onClose={onClose} onDone={onDone} />;
    case 'cancel':
      return <CancelDialog {...question} onClose={onClose} onDone={() => onDone()} />;
    case 'add':
      return <AddDialog {...question} onClose={onClose} onDone={onDone} />;
    case 'block':
      return <BlockDialog at={draftOn(question.day)} onClose={onClose} onDone={onDone} />;
    case 'unblock':
      return <BlockDetails {...question} onClose={onClose} />;
    default:
      return opened === null ? null : (
        <Opened id={opened} known={known} day={day} now={now} onAsk={onAsk} onClose={() => onDone()} />
      );
  }
}

interface OpenedProps {
  id: string;
  known: Appointment | undefined;
  day: string;
  now: number;
  onAsk: (question: Question) => void;
  onClose: () => void;
}

function Opened({ id, known, day, now, onAsk, onClose }: OpenedProps) {
  const fetched = useQuery(appointmentQuery(id));
  const data = known ?? fetched.data;
  if (!data) return null;
  return (
    <AppointmentDialog
      appointment={data}
      now={now}
      onClose={onClose}
      onCancel={() => onAsk({ act: 'cancel', appointment: data })}
      onMove={() => onAsk({ act: 'move', appointment: data, at: whereNow(data, day) })}
    />
  );
}

/** Its own time to begin with; or the first that is free on the day that is looked at, or today. */
export function whereNow({ starts_at, status }: Appointment, day: string): When {
  if (starts_at !== null && status !== 'cancelled' && Date.parse(starts_at) > Date.now()) {
    return { day: clock.dayOf(Date.parse(starts_at)), start: Date.parse(starts_at) };
  }
  return freeOn(day);
}

export const freeOn = (day: string): When => ({
  day: fromToday(day),
  start: null,
  isOpen: true,
});

const draftOn = (day: string) => ({
  isWholeDay: false,
  fromDay: day,
  fromTime: business.hours.open,
  toDay: day,
  toTime: business.hours.close,
  reason: '',
});
