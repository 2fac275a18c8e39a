import { useQuery } from '@tanstack/react-query';
import { AppointmentRow } from './appointment-row.tsx';
import { dayTitle } from './appointment-times.ts';
import { type Appointment, appointmentsQuery, officeToday } from './appointments-query.ts';
import { NothingWaits, QueueContent, QueueGroup } from './queue-parts.tsx';
import { useAct } from './use-act.ts';

export function Appointments() {
  const query = useQuery(appointmentsQuery());
  const acting = useAct();
  return (
    <QueueContent query={query}>
      {({ ahead, past, settled }) => {
        const rows = (appointments: readonly Appointment[], isDayKnown = false) =>
          appointments.map((one) => (
            <AppointmentRow key={one.id} appointment={one} isDayKnown={isDayKnown} {...acting} />
          ));
        const days = Map.groupBy(ahead, ({ preferred_date }) => preferred_date);
        return (
          <>
            {ahead.length + past.length === 0 && <NothingWaits />}
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
  );
}
