import { Trans, useLingui } from '@lingui/react/macro';
import { Ban } from 'lucide-react';
import { type PointerEvent, useState } from 'react';
import { useDayWords } from '#app/shared/format/days.ts';
import { classNames } from '#app/ui/class-names.ts';
import { AppointmentChip } from './appointment-chip.tsx';
import { blockTitle } from './appointment-labels.ts';
import { type Block, type CalendarDays, spanOf, type TimedAppointment } from './calendar-query.ts';
import { assignLanes, clip, type Span } from './day-layout.ts';
import { nearestChoice, type TimeChoice } from './dialogs/time-choices.ts';
import { closedWords, type OfficeClock, useOfficeClock } from './office-clock.ts';

export interface DragPreview {
  appointment: TimedAppointment;
  day: string;
  choice: TimeChoice;
}

interface DayColumnProps extends CalendarDays {
  day: string;
  shown: Span;
  pxPerMinute: number;
  now: number;
  /** The only column of the grid. */
  isRoomy: boolean;
  /** The only appointment in the tab order. */
  stop: string | null;
  onStop: (id: string) => void;
  dragged: DragPreview | null;
  onDragStart: (event: PointerEvent<HTMLElement>, appointment: TimedAppointment) => void;
  onOpen: (appointment: TimedAppointment) => void;
  onOpenBlock: (block: Block) => void;
  onAdd: (start: number) => void;
}

/** A day with its appointments, its blocks, and free space that adds an appointment on click. */
export function DayColumn(props: DayColumnProps) {
  const { t } = useLingui();
  const clock = useOfficeClock();
  const { longDay } = useDayWords();
  const { minutesAt, spanOn, timeOf } = clock;
  const { day, appointments, blocks, shown, pxPerMinute, now, isRoomy, dragged } = props;
  const previewHere = dragged?.day === day ? dragged : null;
  const place = ({ start, end }: Span) => ({
    top: (start - shown.start) * pxPerMinute,
    height: (end - start) * pxPerMinute,
  });
  const withLanes = assignLanes(
    appointments.map((appointment) => ({ appointment, ...spanOn(day, spanOf(appointment)) })),
    isRoomy ? clock.capacity : 1,
  );
  const closed = clock.closedOn(day);
  const isToday = day === clock.today(now);
  const nowAt = minutesAt(now);
  return (
    <div
      data-column={day}
      className="relative border-l border-line"
      style={{
        height: (shown.end - shown.start) * pxPerMinute,
        backgroundImage: 'linear-gradient(var(--line) 1px, transparent 1px)',
        backgroundSize: `100% ${60 * pxPerMinute}px`,
      }}
    >
      {outsideHours(clock, day, shown).map((span) => (
        <div
          key={span.start}
          className="absolute inset-x-0 bg-sunken"
          style={{ ...place(span), ...(closed !== undefined && hatching) }}
        />
      ))}
      {closed !== undefined && (
        <p className="absolute inset-x-1 top-1 w-fit max-w-full rounded-sm bg-surface px-1 text-[0.75rem] leading-[1.45] font-medium break-words text-muted">
          {closedWords(closed, t)}
        </p>
      )}
      <AddTarget {...props} />
      <ul aria-label={t`${{ day: longDay(day) }}, blocked`} className="contents">
        {blocks.map((block) => {
          const span = clip(spanOn(day, spanOf(block)), shown);
          return (
            span && (
              <li key={block.id} className="absolute inset-x-0 py-px pr-1 pl-px" style={place(span)}>
                <BlockBand block={block} onOpen={() => props.onOpenBlock(block)} />
              </li>
            )
          );
        })}
      </ul>
      <ul aria-label={longDay(day)} className="contents">
        {withLanes.map(({ item: { appointment, ...span }, lane, lanes }) => (
          <li
            key={appointment.id}
            // Leave free space at the right edge for adding another one.
            className={classNames(
              'absolute py-px pl-px has-focus-visible:z-10',
              lane === lanes - 1 ? 'pr-2' : 'pr-px',
            )}
            style={{ ...place(span), left: `${(lane / lanes) * 100}%`, width: `${100 / lanes}%` }}
          >
            <AppointmentChip
              appointment={appointment}
              isRoomy={isRoomy}
              isStop={props.stop === appointment.id}
              isDragged={dragged?.appointment.id === appointment.id}
              onFocus={() => props.onStop(appointment.id)}
              onOpen={() => props.onOpen(appointment)}
              onDragStart={(event) => appointment.status !== 'done' && props.onDragStart(event, appointment)}
            />
          </li>
        ))}
      </ul>
      {previewHere && (
        <Ghost
          style={place({
            start: minutesAt(previewHere.choice.start),
            end: minutesAt(previewHere.choice.start) + slotMinutesOf(clock),
          })}
        >
          {timeOf(previewHere.choice.start)} {previewHere.appointment.name}
        </Ghost>
      )}
      {isToday && nowAt >= shown.start && nowAt <= shown.end && (
        <div
          aria-hidden
          className="pointer-events-none absolute inset-x-0 z-10 h-0.5 bg-danger before:absolute before:-top-1 before:-left-1 before:size-2.5 before:rounded-full before:bg-danger"
          style={{ top: (nowAt - shown.start) * pxPerMinute }}
        />
      )}
    </div>
  );
}

/**
 * Clicking free time adds an appointment. Only for the mouse: the button above the calendar does the same, so
 * this one is hidden from keyboard and screen readers.
 */
function AddTarget({ day, shown, pxPerMinute, now, dragged, onAdd }: DayColumnProps) {
  const clock = useOfficeClock();
  const slotMinutes = slotMinutesOf(clock);
  const [aim, setAim] = useState<TimeChoice | null>(null);
  const choiceAt = (event: { clientY: number; currentTarget: Element }) => {
    const inside = event.clientY - event.currentTarget.getBoundingClientRect().top;
    return nearestChoice(clock, day, now, shown.start + inside / pxPerMinute - slotMinutes / 2);
  };
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      className="absolute inset-0 cursor-pointer outline-none"
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={(event) => event.pointerType === 'mouse' && setAim(choiceAt(event))}
      onPointerLeave={() => setAim(null)}
      onClick={(event) => {
        const choice = choiceAt(event);
        if (choice) onAdd(choice.start);
      }}
    >
      {aim && !dragged && (
        <Ghost
          style={{
            top: (clock.minutesAt(aim.start) - shown.start) * pxPerMinute,
            height: slotMinutes * pxPerMinute,
          }}
        >
          + {aim.label}
        </Ghost>
      )}
    </button>
  );
}

function Ghost({ style, children }: { style: { top: number; height: number }; children: React.ReactNode }) {
  return (
    <span
      className="figures pointer-events-none absolute inset-x-0 z-10 truncate rounded-sm border-2 border-dashed border-action bg-surface px-1.5 text-left text-[0.75rem] leading-[1.5] font-semibold text-link"
      style={style}
    >
      {children}
    </span>
  );
}

const slotMinutesOf = ({ slotMs }: OfficeClock) => slotMs / 60_000;

/** The parts of the shown hours in which the office is closed. */
function outsideHours({ hours, closedOn }: OfficeClock, day: string, shown: Span): Span[] {
  if (closedOn(day) !== undefined) return [shown];
  return [
    { start: shown.start, end: hours.start },
    { start: hours.end, end: shown.end },
  ].filter(({ start, end }) => start < end);
}

/** The background of blocked and closed times. */
const hatching = {
  backgroundImage:
    'repeating-linear-gradient(135deg, var(--line) 0 1.5px, transparent 1.5px 8px), linear-gradient(var(--sunken), var(--sunken))',
} as const;

function BlockBand({ block, onOpen }: { block: Block; onOpen: () => void }) {
  const { t } = useLingui();
  const { timesOf } = useOfficeClock();
  return (
    <button
      type="button"
      data-block={block.id}
      onClick={onOpen}
      style={hatching}
      className="@container flex h-full w-full cursor-pointer items-start gap-1 overflow-hidden rounded-sm border border-line px-1.5 py-px text-left text-[0.75rem] leading-[1.45] text-ink scroll-mt-20 hover:border-ink focus-visible:outline-offset-0"
    >
      <span className="flex min-w-0 items-start gap-1 rounded-sm bg-surface px-1">
        <Ban size={13} aria-hidden className="mt-[0.2em] shrink-0 @max-[9.5rem]:hidden" />
        <span className="min-w-0 font-medium break-words">{blockTitle(block, t)}</span>
      </span>
      <span className="sr-only">
        <Trans>
          blocked time, {{ times: timesOf(Date.parse(block.starts_at), Date.parse(block.ends_at)) }}
        </Trans>
      </span>
    </button>
  );
}
