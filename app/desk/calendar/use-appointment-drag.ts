import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { noAppointments, type TimedAppointment } from './calendar-query.ts';
import type { Span } from './day-layout.ts';
import { nearestChoice, type TimeChoice, timeChoices } from './dialogs/time-choices.ts';
import { useOfficeClock } from './office-clock.ts';

export interface DragPreview {
  appointment: TimedAppointment;
  day: string;
  choice: TimeChoice;
}

/** A smaller movement is a click. */
const DRAG_THRESHOLD_PX = 5;

interface DragOptions {
  shown: Span;
  pxPerMinute: number;
  onDrop: (appointment: TimedAppointment, start: number) => void;
}

/**
 * Drags an appointment to another time with the mouse. Touch scrolls with this gesture, so touch and keyboard
 * use the dialog, which also opens after a drop.
 */
export function useAppointmentDrag({ shown, pxPerMinute, onDrop }: DragOptions) {
  const clock = useOfficeClock();
  const [dragged, setDragged] = useState<DragPreview | null>(null);
  const hasMoved = useRef(false);
  const stopDrag = useRef<() => void>(() => {});
  useEffect(() => () => stopDrag.current(), []);

  function startDrag(event: PointerEvent<HTMLElement>, appointment: TimedAppointment): void {
    hasMoved.current = false;
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    const offset = event.clientY - event.currentTarget.getBoundingClientRect().top;
    const choices = new Map<string, TimeChoice[]>();
    const ended = new AbortController();
    const { signal } = ended;
    let target: DragPreview | null = null;

    const move = ({ clientX, clientY }: globalThis.PointerEvent) => {
      if (!hasMoved.current && Math.hypot(clientX - start.x, clientY - start.y) < DRAG_THRESHOLD_PX) return;
      hasMoved.current = true;
      const column = document
        .elementsFromPoint(clientX, clientY)
        .find((element) => element instanceof HTMLElement && element.dataset.column !== undefined);
      const day = column?.getAttribute('data-column') ?? null;
      target = null;
      if (column && day) {
        const minutes = shown.start + (clientY - offset - column.getBoundingClientRect().top) / pxPerMinute;
        const known = choices.get(day) ?? timeChoices(clock, day, noAppointments, { now: Date.now() });
        choices.set(day, known);
        const choice = nearestChoice(clock, known, minutes);
        if (choice) target = { appointment, day, choice };
      }
      setDragged(target);
    };
    const end = () => {
      stopDrag.current();
      if (target && target.choice.start !== Date.parse(appointment.starts_at)) {
        onDrop(appointment, target.choice.start);
      }
    };
    const cancel = ({ key }: KeyboardEvent) => key === 'Escape' && stopDrag.current();

    stopDrag.current = () => {
      setDragged(null);
      ended.abort();
    };
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', end, { signal });
    window.addEventListener('keydown', cancel, { signal });
  }

  return {
    dragged,
    startDrag,
    /** Whether the current click ends a drag, so that it must not open the appointment. */
    endsDrag: () => hasMoved.current,
  };
}
