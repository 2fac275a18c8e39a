import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { rest } from '#app/shared/api/rest.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { seeCalendarMail } from '#domain/booking/fields.ts';
import { groupBy } from '#domain/lists/group-by.ts';
import type { AppointmentStatus } from '../calendar/appointment-labels.ts';
import type { Appointment } from '../calendar/calendar-query.ts';
import { CancelDialog } from '../calendar/dialogs/cancel-dialog.tsx';
import { type OfficeClock, useOfficeClock } from '../calendar/office-clock.ts';
import { EmptyQueue, QueueContent, QueueGroup } from '../queues/queue-parts.tsx';
import { queuesKey } from '../queues/queues-query.ts';
import { AppointmentRow } from './appointment-row.tsx';
import { compareTimes, useDayTitle } from './appointment-times.ts';

const SHOWN = 200;
const PAST_SHOWN = 30;
const SETTLED_SHOWN = 10;
const waiting: AppointmentStatus[] = ['pending', 'confirmed'];
/** Excludes rows whose `preferred_date` is only the day of the booking. */
const withOwnDay = `starts_at.not.is.null,and(calendly_completed.is.false,or(status.neq.pending,preferred_time.is.null,preferred_time.neq."${seeCalendarMail}"))`;

function appointmentsQuery(clock: OfficeClock) {
  return queryOptions({
    queryKey: [...queuesKey, 'appointments', clock.timeZone] as const,
    queryFn: async ({ signal }) => {
      const today = clock.today();
      const all = () => rest.from('appointments').select('*').abortSignal(signal);
      const counted = () => rest.from('appointments').select('*', { count: 'exact' }).abortSignal(signal);
      const [timeless, elsewhere, ahead, undated, past, settled] = await Promise.all([
        counted()
          .eq('status', 'pending')
          .is('starts_at', null)
          .is('calendly_completed', false)
          .eq('preferred_time', seeCalendarMail)
          .order('created_at')
          .limit(PAST_SHOWN),
        counted()
          .in('status', waiting)
          .is('starts_at', null)
          .is('calendly_completed', true)
          .order('created_at')
          .limit(PAST_SHOWN),
        all()
          .in('status', waiting)
          .or(withOwnDay)
          .gte('preferred_date', today)
          .order('preferred_date')
          .limit(SHOWN),
        all()
          .in('status', waiting)
          .or(withOwnDay)
          .is('preferred_date', null)
          .order('created_at')
          .limit(PAST_SHOWN),
        counted()
          .in('status', waiting)
          .or(withOwnDay)
          .lt('preferred_date', today)
          .order('preferred_date', { ascending: false })
          .limit(PAST_SHOWN),
        all()
          .in('status', ['done', 'cancelled'])
          .order('updated_at', { ascending: false })
          .limit(SETTLED_SHOWN),
      ]);
      for (const { error } of [timeless, elsewhere, ahead, undated, past, settled]) if (error) throw error;
      return {
        /** Requests whose visitor left before choosing a time, oldest first. */
        timeless: countOf(timeless),
        /** Booked in an external calendar, so the time is unknown here. */
        elsewhere: countOf(elsewhere),
        /** From today on, in order; then those without a day. */
        ahead: [...(ahead.data ?? []), ...(undated.data ?? [])].sort(compareTimes(clock)),
        /** Past appointments that are neither done nor canceled. */
        past: countOf(past),
        /** Recently done or canceled, where a mistake can be undone. */
        settled: settled.data ?? [],
      };
    },
    staleTime: 0,
  });
}

/** The first rows and the total. */
const countOf = ({ data, count }: { data: Appointment[] | null; count: number | null }) => ({
  rows: data ?? [],
  count: count ?? data?.length ?? 0,
});

export function Appointments() {
  const { t } = useLingui();
  const clock = useOfficeClock();
  const titleOf = useDayTitle();
  const query = useQuery(appointmentsQuery(clock));
  const [leaving, setLeaving] = useState<Appointment | null>(null);
  const close = () => setLeaving(null);
  return (
    <>
      <p className="border-b border-line px-4 py-2">
        <LinkButton
          to="/manage/calendar"
          variant="secondary"
          size="small"
          className="max-lg:min-h-11"
          icon={<CalendarDays size={16} aria-hidden />}
        >
          <Trans>Open the calendar</Trans>
        </LinkButton>
      </p>
      <QueueContent query={query}>
        {({ timeless, elsewhere, ahead, past, settled }) => {
          const rows = (appointments: readonly Appointment[], isDayKnown = false) =>
            appointments.map((one) => (
              <AppointmentRow
                key={one.id}
                appointment={one}
                isDayKnown={isDayKnown}
                onCancel={() => setLeaving(one)}
              />
            ));
          const group = (
            title: string,
            { rows: first, count }: ReturnType<typeof countOf>,
            isDayKnown = false,
          ) =>
            first.length > 0 && (
              <QueueGroup title={title} count={count}>
                {rows(first, isDayKnown)}
                {count > first.length && (
                  <li className="px-4 py-2 text-muted">{t`and ${{ count: count - first.length }} more`}</li>
                )}
              </QueueGroup>
            );
          const days = groupBy(ahead, ({ preferred_date }) => preferred_date);
          return (
            <>
              {timeless.count + elsewhere.count + ahead.length + past.count === 0 && <EmptyQueue />}
              {group(t`Waiting for a time`, timeless, true)}
              {[...days].map(([day, appointments]) => (
                <QueueGroup key={day ?? ''} title={titleOf(day, clock.today())} count={appointments.length}>
                  {rows(appointments, true)}
                </QueueGroup>
              ))}
              {group(t`Booked in the other calendar`, elsewhere)}
              {group(t`Past, but still open`, past)}
              {settled.length > 0 && <QueueGroup title={t`Recently closed`}>{rows(settled)}</QueueGroup>}
            </>
          );
        }}
      </QueueContent>
      {leaving && <CancelDialog appointment={leaving} onClose={close} onDone={close} />}
    </>
  );
}
