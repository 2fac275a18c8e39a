import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { groupBy } from '#domain/lists/group-by.ts';
import type { Appointment } from '../calendar/calendar-query.ts';
import { CancelDialog } from '../calendar/dialogs/cancel-dialog.tsx';
import { useOfficeClock } from '../calendar/office-clock.ts';
import { EmptyQueue, QueueContent, QueueGroup } from '../queues/queue-parts.tsx';
import { AppointmentRow } from './appointment-row.tsx';
import { useDayTitle } from './appointment-times.ts';
import { appointmentsQuery, type Counted } from './appointments-query.ts';

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
          const group = (title: string, { rows: first, count }: Counted, isDayKnown = false) =>
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
