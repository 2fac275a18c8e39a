import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { TimedAppointment } from './calendar-query.ts';
import type { Span } from './day-layout.ts';
import { nearestTo, type TimeChoice, timeChoices } from './dialogs/time-choices.ts';

/** An appointment on its way by mouse: where it would come to lie. */
export interface Carried {
  appointment: TimedAppointment;
  day: string;
  choice: TimeChoice;
}

/** A hand that only means to press moves less than this. */
const STILL_PX = 5;
const nobody = { appointments: [], blocks: [] };

interface Carry {
  shown: Span;
  pxPerMinute: number;
  onDrop: (appointment: TimedAppointment, start: number) => void;
}

/**
 * Lets the mouse carry an appointment to another time. Fingers scroll with the same gesture, and keys have none: for
 * them there is the dialog, which every drop ends in, too.
 */
export function useCarry({ shown, pxPerMinute, onDrop }: Carry) {
  const [carried, setCarried] = useState<Carried | null>(null);
  const wasCarried = useRef(false);
  const letGo = useRef<() => void>(() => {});
  useEffect(() => () => letGo.current(), []);

  function grab(event: PointerEvent<HTMLElement>, appointment: TimedAppointment): void {
    wasCarried.current = false;
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    const held = event.clientY - event.currentTarget.getBoundingClientRect().top;
    const choices = new Map<string, TimeChoice[]>();
    let target: Carried | null = null;

    const move = ({ clientX, clientY }: globalThis.PointerEvent) => {
      if (!wasCarried.current && Math.hypot(clientX - start.x, clientY - start.y) < STILL_PX) return;
      wasCarried.current = true;
      const column = document
        .elementsFromPoint(clientX, clientY)
        .find((element) => element instanceof HTMLElement && element.dataset.column !== undefined);
      const day = column?.getAttribute('data-column') ?? null;
      target = null;
      if (column && day) {
        const minutes = shown.start + (clientY - held - column.getBoundingClientRect().top) / pxPerMinute;
        const known = choices.get(day) ?? timeChoices(day, nobody, { now: Date.now() });
        choices.set(day, known);
        const choice = nearestTo(known, minutes);
        if (choice) target = { appointment, day, choice };
      }
      setCarried(target);
    };
    const end = () => {
      letGo.current();
      if (target && target.choice.start !== Date.parse(appointment.starts_at)) {
        onDrop(appointment, target.choice.start);
      }
    };
    const giveUp = ({ key }: KeyboardEvent) => key === 'Escape' && letGo.current();

    letGo.current = () => {
      setCarried(null);
      letGo.current = () => {};
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('keydown', giveUp);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('keydown', giveUp);
  }

  return {
    carried,
    grab,
    /** Whether the press that ends just now carried something: then it opens nothing. */
    endsCarry: () => wasCarried.current,
  };
}
