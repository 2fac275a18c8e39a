import { useQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { CancelDialog } from '../calendar/dialogs/cancel-dialog.tsx';
import { AppointmentRow } from './appointment-row.tsx';
import { dayTitle } from './appointment-times.ts';
import { type Appointment, appointmentsQuery, type Counted, officeToday } from './appointments-query.ts';
import { EmptyQueue, QueueContent, QueueGroup } from './queue-parts.tsx';
import { useRowAction } from './use-row-action.ts';

export function Appointments() {
  const query = useQuery(appointmentsQuery());
  const rowAction = useRowAction();
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
        {({ timeless, elsewhere, ahead, past, settled }) => {
          const rows = (appointments: readonly Appointment[], isDayKnown = false) =>
            appointments.map((one) => (
              <AppointmentRow
                key={one.id}
                appointment={one}
                isDayKnown={isDayKnown}
                onCancel={() => setLeaving(one)}
                {...rowAction}
              />
            ));
          const group = (title: string, { rows: first, count }: Counted, isDayKnown = false) =>
            first.length > 0 && (
              <QueueGroup title={title} count={count}>
                {rows(first, isDayKnown)}
                {count > first.length && (
                  <li className="px-4 py-2 text-muted">and {count - first.length} more</li>
                )}
              </QueueGroup>
            );
          const days = Map.groupBy(ahead, ({ preferred_date }) => preferred_date);
          return (
            <>
              {timeless.count + elsewhere.count + ahead.length + past.count === 0 && <EmptyQueue />}
              {group('Waiting for a time', timeless, true)}
              {[...days].map(([day, appointments]) => (
                <QueueGroup key={day ?? ''} title={dayTitle(day, officeToday())} count={appointments.length}>
                  {rows(appointments, true)}
                </QueueGroup>
              ))}
              {group('Booked in the other calendar', elsewhere)}
              {group('Past and still open', past)}
              {settled.length > 0 && <QueueGroup title="Recently closed">{rows(settled)}</QueueGroup>}
            </>
          );
        }}
      </QueueContent>
      {leaving && <CancelDialog appointment={leaving} onClose={close} onDone={close} />}
    </>
  );
}
