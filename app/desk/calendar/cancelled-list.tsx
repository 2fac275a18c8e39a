import { Trans, useLingui } from '@lingui/react/macro';
import { useDayWords } from '#app/shared/format/days.ts';
import type { TimedAppointment } from './calendar-query.ts';
import { useOfficeClock } from './office-clock.ts';

interface CancelledListProps {
  appointments: readonly TimedAppointment[];
  onOpen: (appointment: TimedAppointment) => void;
}

export function CancelledList({ appointments, onOpen }: CancelledListProps) {
  const { t } = useLingui();
  const { dayOf, timeOf } = useOfficeClock();
  const { shortDay } = useDayWords();
  const cancelled = appointments.filter(({ status }) => status === 'cancelled');
  if (cancelled.length === 0) return null;
  return (
    <section aria-labelledby="cancelled-title" className="rounded-card border border-line bg-surface text-sm">
      <h2
        id="cancelled-title"
        className="border-b border-line px-4 py-2 font-sans text-sm font-semibold text-muted"
      >
        <Trans context="appointments">Canceled</Trans>
      </h2>
      <ul aria-label={t({ message: 'Canceled', context: 'appointments' })} className="divide-y divide-line">
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
                  {shortDay(dayOf(start))}, {timeOf(start)}
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
