import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Ban, Plus } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { invalidate, queryClient } from '#app/shared/api/query-client.tsx';
import { useLiveChanges } from '#app/shared/api/use-live-changes.ts';
import { unlistedMeta } from '#app/shared/meta.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { msg } from '#domain/language/message.ts';
import { addDays } from '#domain/office-time/days.ts';
import { zoneInWords } from '#domain/office-time/words.ts';
import { Key } from '../shortcuts.tsx';
import { Agenda, WeekStrip } from './agenda.tsx';
import { useCalendarParams } from './calendar-params.ts';
import {
  type Appointment,
  type Block,
  calendarKey,
  calendarWeekQuery,
  noAppointments,
} from './calendar-query.ts';
import { CalendarToolbar } from './calendar-toolbar.tsx';
import { CancelledList } from './cancelled-list.tsx';
import { DayGrid } from './day-grid.tsx';
import {
  type CalendarDialog,
  CalendarDialogs,
  firstFreeTime,
  initialTime,
} from './dialogs/calendar-dialogs.tsx';
import { useOfficeClock } from './office-clock.ts';
import { UnscheduledPanel } from './unscheduled-panel.tsx';
import { useCalendarKeys } from './use-calendar-keys.ts';

export const meta = unlistedMeta('/manage/calendar', {
  title: msg`Calendar`,
  description: msg`For staff: all appointments.`,
});

/** The appointments by day or week, in the office's hours and time zone. All view state is in the URL. */
export default function Calendar() {
  const { t } = useLingui();
  const clock = useOfficeClock();
  const place = useCalendarParams();
  const { view, day, days, isWide, before, after, appointment: opened, book, searchOf, go } = place;
  const now = useNow();
  const calendar = useRef<HTMLDivElement>(null);
  const [dialog, setDialog] = useState<CalendarDialog | null>(null);
  const { data, error, isPending, refetch } = useQuery(calendarWeekQuery(clock, day));
  const reload = () => invalidate(calendarKey);
  useLiveChanges([{ table: 'appointments' }, { table: 'calendar_blocks' }], reload);
  usePrefetchNeighbors(day);
  useFocusRestore(calendar, dialog !== null || opened !== null || book !== null, opened);

  const { appointments, blocks } = data ?? noAppointments;
  const active = appointments.filter(({ status }) => status !== 'cancelled');
  const show = ({ id }: Appointment) => go({ appointment: id });
  const shown = {
    days,
    appointments: active,
    blocks,
    now,
    onOpen: show,
    onOpenBlock: (block: Block) => setDialog({ kind: 'unblock', block }),
  };
  const searchOfDay = (one: string) => searchOf({ view: 'day', day: one, appointment: null });
  const inSight = appointments.filter(({ starts_at }) => days.includes(clock.dayOf(Date.parse(starts_at))));
  useCalendarKeys(calendar, {
    onBefore: () => go({ day: before, appointment: null }),
    onAfter: () => go({ day: after, appointment: null }),
    onToday: () => go({ day: clock.today(), appointment: null }),
    onNew: () => setDialog({ kind: 'add', at: firstFreeTime(clock, day) }),
  });

  return (
    <div className="staff-page py-4">
      <div ref={calendar} className="flex flex-col gap-3">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <h1 tabIndex={-1} className="text-lg">
            <Trans>Calendar</Trans>
          </h1>
          <div className="flex gap-2 max-lg:w-full max-lg:*:grow max-lg:*:px-2">
            <Button
              variant="secondary"
              size="small"
              className="max-lg:min-h-11"
              icon={<Ban size={18} aria-hidden />}
              onPress={() => setDialog({ kind: 'block', day: clock.todayOrLater(day) })}
            >
              <Trans>Block a time</Trans>
            </Button>
            <Button
              size="small"
              className="max-lg:min-h-11"
              icon={<Plus size={18} aria-hidden />}
              aria-keyshortcuts="N"
              onPress={() => setDialog({ kind: 'add', at: firstFreeTime(clock, day) })}
            >
              <Trans>New appointment</Trans>
            </Button>
          </div>
        </div>
        <CalendarToolbar place={place} isLoading={isPending && !error} />
        {error && (
          <LoadProblem onRetry={refetch}>
            <Trans>We couldn’t load the calendar: {{ problem: messageOf(error, t) }}</Trans>
          </LoadProblem>
        )}
        <div className="flex flex-col gap-3 xl:flex-row xl:items-start">
          <div aria-busy={isPending} className="flex min-w-0 flex-1 flex-col gap-3 max-lg:order-last">
            {isWide ? (
              <DayGrid
                {...shown}
                searchOfDay={searchOfDay}
                onAdd={(onDay, start) => setDialog({ kind: 'add', at: { day: onDay, start } })}
                onMove={(appointment, start) =>
                  setDialog({ kind: 'move', appointment, at: { day: clock.dayOf(start), start } })
                }
              />
            ) : (
              <>
                {view === 'day' && <WeekStrip {...{ day, now, appointments: active, searchOfDay }} />}
                <Agenda {...shown} isPending={isPending} />
                <CancelledList appointments={inSight} onOpen={show} />
              </>
            )}
          </div>
          <aside
            aria-label={t`Next to the calendar`}
            className="grid shrink-0 grid-cols-1 items-start gap-3 empty:hidden lg:grid-cols-2 xl:sticky xl:top-[calc(var(--top-bar)+1rem)] xl:w-60 xl:grid-cols-1"
          >
            <UnscheduledPanel
              onOpen={show}
              onChoose={(appointment) =>
                setDialog({ kind: 'move', appointment, at: initialTime(clock, appointment, day) })
              }
            />
            {isWide && <CancelledList appointments={inSight} onOpen={show} />}
          </aside>
        </div>
        <p className="text-xs text-muted">
          <Trans>
            All times are {{ timeZone: zoneInWords(clock.timeZone, useLanguage()) }}, the office’s time zone.
          </Trans>
        </p>
        <p className="-mt-2 text-xs text-muted max-lg:hidden">
          <Trans>
            Click an open time to book it, or drag an appointment to move it. Press <Key>?</Key> for keyboard
            shortcuts.
          </Trans>
        </p>
      </div>
      <CalendarDialogs
        dialog={dialog}
        onOpenDialog={setDialog}
        day={day}
        opened={opened}
        book={book}
        known={appointments.find(({ id }) => id === opened)}
        now={now}
        onDone={(to) => {
          setDialog(null);
          // Show the day of the change, unless it is visible already.
          const isExternal = to !== undefined && !days.includes(to);
          go({ appointment: null, book: null, ...(isExternal && { day: to }) }, !isExternal);
        }}
      />
    </div>
  );
}

/** Prefetches the previous and the next week. */
function usePrefetchNeighbors(day: string): void {
  const clock = useOfficeClock();
  useEffect(() => {
    for (const side of [addDays(day, -7), addDays(day, 7)]) {
      void queryClient.prefetchQuery({ ...calendarWeekQuery(clock, side), staleTime: 30_000 });
    }
  }, [day, clock]);
}

/** Between updates of the line that marks the current time. */
const NOW_INTERVAL_MS = 30_000;

/** The current time, updated every 30 seconds. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), NOW_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/**
 * Restores the focus after a chain of dialogs, in which the last one returns it to a dialog that no longer
 * exists: to the appointment, or else to the heading.
 */
function useFocusRestore(
  calendar: RefObject<HTMLElement | null>,
  isAsking: boolean,
  appointment: string | null,
): void {
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (appointment !== null) last.current = appointment;
  }, [appointment]);
  useEffect(() => {
    if (isAsking) return;
    const about = last.current;
    last.current = null;
    if (about === null) return;
    // The dialog restores the focus one frame after closing. Check after that.
    let frames = requestAnimationFrame(() => {
      frames = requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const chip = calendar.current?.querySelector<HTMLElement>(`[data-chip="${CSS.escape(about)}"]`);
        (chip ?? calendar.current?.querySelector<HTMLElement>('h1'))?.focus({ preventScroll: true });
      });
    });
    return () => cancelAnimationFrame(frames);
  }, [isAsking, calendar]);
}
