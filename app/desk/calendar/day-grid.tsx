import { useLingui } from '@lingui/react/macro';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useLanguage } from '#app/language/language.tsx';
import { useDayWords } from '#app/shared/format/days.ts';
import { classNames } from '#app/ui/class-names.ts';
import { locales } from '#domain/language/language.ts';
import { type Block, type CalendarDays, rowsOn, spanOf, type TimedAppointment } from './calendar-query.ts';
import { DayColumn, type DragPreview } from './day-column.tsx';
import { type Span, visibleHours } from './day-layout.ts';
import { nearestChoice } from './dialogs/time-choices.ts';
import { closedWords, useOfficeClock } from './office-clock.ts';

export interface DayGridProps extends CalendarDays {
  days: readonly string[];
  now: number;
  searchOfDay: (day: string) => string;
  onOpen: (appointment: TimedAppointment) => void;
  onMove: (appointment: TimedAppointment, start: number) => void;
  onOpenBlock: (block: Block) => void;
  onAdd: (day: string, start: number) => void;
}

/** The height of one line of text. */
const LINE_PX = 28;

/** The days side by side, for wide screens. */
export function DayGrid(props: DayGridProps) {
  const clock = useOfficeClock();
  const { spanOn } = clock;
  const { days, appointments, blocks, now, onMove, onOpen } = props;
  // The shortest appointment still needs one line.
  const pxPerMinute = Math.max(1, (LINE_PX * 60_000) / clock.slotMs);
  const shown = visibleHours(
    clock.hours,
    days.flatMap((day) => rowsOn(clock, day, appointments).map((one) => spanOn(day, spanOf(one)))),
  );
  const { dragged, startDrag, endsDrag } = useAppointmentDrag({ shown, pxPerMinute, onDrop: onMove });
  const [focused, setFocused] = useState<string | null>(null);
  const inOrder = days.flatMap((day) => rowsOn(clock, day, appointments));
  const stop = inOrder.find(({ id }) => id === focused)?.id ?? inOrder[0]?.id ?? null;
  const columns = { gridTemplateColumns: `3.5rem repeat(${days.length}, minmax(0, 1fr))` };

  return (
    <div className="rounded-card border border-line bg-surface select-none">
      <div
        className="sticky top-(--top-bar) z-20 low:static grid rounded-t-card border-b border-line bg-surface"
        style={columns}
      >
        <span className="self-end px-2 pb-1 text-right text-[0.6875rem] text-muted">
          {clock.zoneAt(clock.moment(days[0] ?? clock.today(now), '12:00'))}
        </span>
        {days.map((day) => (
          <DayHeading
            key={day}
            day={day}
            now={now}
            search={props.searchOfDay(day)}
            isLink={days.length > 1}
          />
        ))}
      </div>
      <div className="grid overflow-clip rounded-b-card" style={columns}>
        <Hours shown={shown} pxPerMinute={pxPerMinute} />
        {days.map((day) => (
          <DayColumn
            key={day}
            day={day}
            appointments={rowsOn(clock, day, appointments)}
            blocks={rowsOn(clock, day, blocks)}
            shown={shown}
            pxPerMinute={pxPerMinute}
            now={now}
            isRoomy={days.length === 1}
            stop={stop}
            onStop={setFocused}
            dragged={dragged}
            onDragStart={startDrag}
            onOpen={(appointment) => !endsDrag() && onOpen(appointment)}
            onOpenBlock={props.onOpenBlock}
            onAdd={(start) => props.onAdd(day, start)}
          />
        ))}
      </div>
    </div>
  );
}

interface DayHeadingProps {
  day: string;
  now: number;
  search: string;
  isLink: boolean;
}

function DayHeading({ day, now, search, isLink }: DayHeadingProps) {
  const { t } = useLingui();
  const { today, closedOn } = useOfficeClock();
  const { dayNumber, monthName, shortWeekday } = useDayWords();
  const isToday = day === today(now);
  const closed = closedOn(day);
  const look = classNames(
    'flex min-h-12 w-full min-w-0 items-center justify-center gap-1.5 rounded-control px-1 text-sm no-underline',
    isToday ? 'text-ink' : 'text-muted',
  );
  const content = (
    <>
      <span className={classNames(isToday && 'font-semibold')}>{shortWeekday(day)}</span>
      <span
        className={classNames(
          'figures inline-flex min-w-8 justify-center rounded-full px-1.5 text-lg font-semibold',
          isToday ? 'bg-action text-on-action' : 'text-ink',
        )}
      >
        {dayNumber(day)}
      </span>
      <span className="sr-only">
        {[monthName(day), isToday && t`today`, closed && closedWords(closed, t)].filter(Boolean).join(', ')}
      </span>
    </>
  );
  return (
    <h3 className="flex min-w-0 border-l border-line p-0.5 font-sans font-normal">
      {isLink ? (
        <Link to={{ search }} preventScrollReset className={classNames(look, 'hover:bg-action-soft')}>
          {content}
        </Link>
      ) : (
        <span className={look}>{content}</span>
      )}
    </h3>
  );
}

function Hours({ shown, pxPerMinute }: { shown: Span; pxPerMinute: number }) {
  const hourWords = new Intl.DateTimeFormat(locales[useLanguage()], { hour: 'numeric', timeZone: 'UTC' });
  const hours = Array.from({ length: (shown.end - shown.start) / 60 }, (_, at) => shown.start / 60 + at);
  return (
    <div aria-hidden className="figures relative text-[0.6875rem] text-muted">
      {hours.map((hour, at) => (
        <span
          key={hour}
          // Centered on its line, except for the first, which would be cut off.
          className={classNames('absolute right-2', at > 0 && '[transform:translateY(-50%)]')}
          style={{ top: at * 60 * pxPerMinute }}
        >
          {hourWords.format(hour * 3_600_000)}
        </span>
      ))}
    </div>
  );
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
function useAppointmentDrag({ shown, pxPerMinute, onDrop }: DragOptions) {
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
        const choice = nearestChoice(clock, day, Date.now(), minutes);
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
