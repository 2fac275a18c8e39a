import { classNames } from '#app/ui/class-names.ts';
import type { TimedAppointment } from './calendar-query.ts';
import { clock, shortDay, timeOf } from './office-clock.ts';

interface CancelledListProps {
  appointments: readonly TimedAppointment[];
  onOpen: (appointment: TimedAppointment) => void;
  className?: string;
}

/** The cancelled appointments of the shown days, where a mistake can be undone. */
export function CancelledList({ appointments, onOpen, className }: CancelledListProps) {
  const cancelled = appointments.filter(({ status }) => status === 'cancelled');
  if (cancelled.length === 0) return null;
  return (
    <section
      aria-labelledby="cancelled-title"
      className={classNames('rounded-card border border-line bg-surface text-sm', className)}
    >
      <h2
        id="cancelled-title"
        className="border-b border-line px-4 py-2 font-sans text-sm font-semibold text-muted"
      >
        Cancelled
      </h2>
      <ul aria-label="Cancelled" className="divide-y divide-line">
        {cancelled.map((appointment) => {
          const start = Date.parse(appointment.starts_at);
          return (
            <li key={appointment.id}>
              <button
                type="button"
                data-chip={appointment.id}
                onClick={() => onOpen(appointment)}
                className="flex min-h-11 w-full cursor-pointer flex-wrap items-baseline gap-x-3 px-4 py-2 text-left hover:bg-action-soft focus-visible:-outline-offset-3"
              >
                <span className="figures text-muted">
                  {shortDay(clock.dayOf(start))}, {timeOf(start)}
                </span>{' '}
                <span className="min-w-0 wrap-anywhere">{appointment.name}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
