import { useQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { LinkButton } from '#app/ui/link-button.tsx';
import { CancelDialog } from '../calendar/cancel-dialog.tsx';
import { AppointmentRow } from './appointment-row.tsx';
import { dayTitle } from './appointment-times.ts';
import { type Appointment, appointmentsQuery, officeToday } from './appointments-query.ts';
import { NothingWaits, QueueContent, QueueGroup } from './queue-parts.tsx';
import { useAct } from './use-act.ts';

export function Appointments() {
  const query = useQuery(appointmentsQuery());
  const acting = useAct();
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
          Open the calendar
        </LinkButton>
      </p>
      <QueueContent query={query}>
        {({ timeless, ahead, past, settled }) => {
          const rows = (appointments: readonly Appointment[], isDayKnown = false) =>
            appointments.map((one) => (
              <AppointmentRow
                key={one.id}
                appointment={one}
                isDayKnown={isDayKnown}
                onCancel={() => setLeaving(one)}
                {...acting}
              />
            ));
          const days = Map.groupBy(ahead, ({ preferred_date }) => preferred_date);
          return (
            <>
              {timeless.length + ahead.length + past.length === 0 && <NothingWaits />}
              {timeless.length > 0 && (
                <QueueGroup title="Waiting for a time" count={timeless.length}>
                  {rows(timeless, true)}
                </QueueGroup>
              )}
              {[...days].map(([day, appointments]) => (
                <QueueGroup key={day ?? ''} title={dayTitle(day, officeToday())} count={appointments.length}>
                  {rows(appointments, true)}
                </QueueGroup>
              ))}
              {past.length > 0 && (
                <QueueGroup title="Over, and not settled" count={past.length}>
                  {rows(past)}
                </QueueGroup>
              )}
              {settled.length > 0 && <QueueGroup title="Settled lately">{rows(settled)}</QueueGroup>}
            </>
          );
        }}
      </QueueContent>
      {leaving && <CancelDialog appointment={leaving} onClose={close} onDone={close} />}
    </>
  );
}
