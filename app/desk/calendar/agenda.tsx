import { Trans, useLingui } from '@lingui/react/macro';
import { Ban, ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useDayWords, weekOf } from '#app/shared/format/days.ts';
import { classNames } from '#app/ui/class-names.ts';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { showPhone } from '#domain/contact/phone.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { blockTitle, statusBadges, statusOf } from './appointment-labels.ts';
import { type Block, type CalendarDays, rowsOn, spanOf, type TimedAppointment } from './calendar-query.ts';
import type { Span } from './day-layout.ts';
import { closedWords, type OfficeClock, useOfficeClock } from './office-clock.ts';

interface AgendaProps extends CalendarDays {
  days: readonly string[];
  now: number;
  /** The appointments are still loading. */
  isPending: boolean;
  onOpen: (appointment: TimedAppointment) => void;
  onOpenBlock: (block: Block) => void;
}

/** The days as lists, for phones. */
export function Agenda({ days, ...rest }: AgendaProps) {
  return (
    <div className="flex flex-col gap-3">
      {days.map((day) => (
        <AgendaDay key={day} day={day} hasHeading={days.length > 1} {...rest} />
      ))}
    </div>
  );
}

interface AgendaDayProps extends Omit<AgendaProps, 'days'> {
  day: string;
  hasHeading: boolean;
}

function AgendaDay({
  day,
  hasHeading,
  isPending,
  appointments,
  blocks,
  now,
  onOpen,
  onOpenBlock,
}: AgendaDayProps) {
  const { t } = useLingui();
  const clock = useOfficeClock();
  const { longDay } = useDayWords();
  const whole = { start: clock.startOfDay(day), end: clock.endOfDay(day) };
  const lines = [
    ...rowsOn(clock, day, blocks).map((row) => ({
      id: row.id,
      start: Math.max(Date.parse(row.starts_at), whole.start),
      content: (
        <Line time={blockTime(clock, spanOf(row), whole, t)} onPress={() => onOpenBlock(row)}>
          <span className="flex items-center gap-1.5 text-muted">
            <Ban size={16} aria-hidden className="shrink-0" />
            <span className="min-w-0 break-words">{blockTitle(row, t)}</span>
            <span className="sr-only">
              {' '}
              <Trans>blocked time</Trans>
            </span>
          </span>
        </Line>
      ),
    })),
    ...rowsOn(clock, day, appointments).map((row) => ({
      id: row.id,
      start: Date.parse(row.starts_at),
      content: <AppointmentLine appointment={row} onPress={() => onOpen(row)} />,
    })),
  ].sort((a, b) => a.start - b.start);
  const closedReason = clock.closedOn(day);
  const closed = closedReason && closedWords(closedReason, t);
  const isToday = day === clock.today(now);
  const next = lines.findIndex(({ start }) => start > now);

  return (
    <section aria-label={longDay(day)} className="overflow-clip rounded-card border border-line bg-surface">
      {hasHeading && (
        <h3
          className={classNames(
            'flex items-baseline justify-between gap-3 bg-sunken px-4 py-2 font-sans text-sm font-semibold',
            isToday && 'text-link',
          )}
        >
          <span>
            {longDay(day)}
            {isToday && ` · ${t`Today`}`}
          </span>
          {closed !== undefined && <span className="font-normal text-muted">{closed}</span>}
        </h3>
      )}
      {isPending && <Skeleton className="mx-4 my-5 h-5 w-1/2" />}
      {lines.length === 0 && !isPending && (
        <p className={classNames('px-4 text-muted', hasHeading ? 'py-3 text-sm' : 'py-10 text-center')}>
          {closed === undefined || hasHeading ? t`Nothing booked` : t`The office is closed: ${closed}`}
        </p>
      )}
      {lines.length > 0 && (
        <ul className="divide-y divide-line">
          {lines.map(({ id, content }, at) => (
            <Fragment key={id}>
              {isToday && at === next && <NowLine now={now} />}
              <li>{content}</li>
            </Fragment>
          ))}
          {isToday && next === -1 && <NowLine now={now} />}
        </ul>
      )}
    </section>
  );
}

function NowLine({ now }: { now: number }) {
  const { timeOf } = useOfficeClock();
  return (
    <li className="figures flex items-center gap-2 px-4 py-0.5 text-xs font-semibold text-danger">
      <span aria-hidden className="size-2.5 rounded-full bg-danger" />
      <Trans>Now, {{ time: timeOf(now) }}</Trans>
      <span aria-hidden className="h-0.5 flex-1 bg-danger" />
    </li>
  );
}

function AppointmentLine({ appointment, onPress }: { appointment: TimedAppointment; onPress: () => void }) {
  const { t } = useLingui();
  const { timeOf } = useOfficeClock();
  const { id, name, phone, note, starts_at } = appointment;
  const status = statusOf(appointment);
  return (
    <Line id={id} time={timeOf(Date.parse(starts_at))} onPress={onPress}>
      <span className="flex flex-wrap items-center gap-x-2">
        <span className={classNames('min-w-0 font-semibold break-words', status === 'done' && 'text-muted')}>
          {name}
        </span>
        {status !== 'confirmed' && (
          <Badge size="small" tone={statusBadges[status].tone}>
            {t(statusBadges[status].word)}
          </Badge>
        )}
      </span>
      <span className="figures block text-sm text-muted">
        {showPhone(phone, t)}
        {note && <span className="block truncate">{note}</span>}
      </span>
    </Line>
  );
}

interface LineProps {
  id?: string;
  time: string;
  onPress: () => void;
  children: ReactNode;
}

function Line({ id, time, onPress, children }: LineProps) {
  return (
    <button
      type="button"
      data-chip={id}
      onClick={onPress}
      className="grid min-h-16 w-full cursor-pointer grid-cols-[5.25rem_minmax(0,1fr)_auto] items-center gap-x-2 px-4 py-2 text-left hover:bg-action-soft focus-visible:-outline-offset-3"
    >
      <span className="figures self-start pt-px text-sm font-semibold">{time}</span>
      <span className="min-w-0">{children}</span>
      <ChevronRight size={18} aria-hidden className="text-muted" />
    </button>
  );
}

function blockTime({ timesOf }: OfficeClock, block: Span, day: Span, t: Translate): string {
  if (block.start <= day.start && block.end >= day.end) return t(msg`All day`);
  return timesOf(Math.max(block.start, day.start), Math.min(block.end, day.end));
}

interface WeekStripProps extends Pick<CalendarDays, 'appointments'> {
  day: string;
  now: number;
  searchOfDay: (day: string) => string;
}

/** Links to the days of the shown week. A dot marks days with appointments. */
export function WeekStrip({ day, now, appointments, searchOfDay }: WeekStripProps) {
  const { t } = useLingui();
  const { dayOf, today } = useOfficeClock();
  const { dayNumber, monthName, shortWeekday } = useDayWords();
  const busy = new Set(appointments.map(({ starts_at }) => dayOf(Date.parse(starts_at))));
  return (
    <nav aria-label={t`Days of the week`} className="grid grid-cols-7 gap-1">
      {weekOf(day).map((one) => (
        <Link
          key={one}
          to={{ search: searchOfDay(one) }}
          preventScrollReset
          aria-current={one === day ? 'date' : undefined}
          className={classNames(
            'flex min-h-14 flex-col items-center justify-center rounded-control text-xs no-underline',
            one === day ? 'bg-action text-on-action' : 'text-ink hover:bg-action-soft',
            one !== day && one === today(now) && 'outline-1 -outline-offset-1 outline-action',
          )}
        >
          <span>{shortWeekday(one)}</span>{' '}
          <span className="figures text-base leading-tight font-semibold">{dayNumber(one)}</span>
          <span className="sr-only">
            {' '}
            {monthName(one)}
            {busy.has(one) && `, ${t`with appointments`}`}
          </span>
          <span aria-hidden className={classNames('size-1.5 rounded-full', busy.has(one) && 'bg-current')} />
        </Link>
      ))}
    </nav>
  );
}
