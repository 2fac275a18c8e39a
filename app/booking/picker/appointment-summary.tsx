import { business } from '#app/business.ts';
import { addressLines } from '#app/shared/facts.ts';
import type { BookedTime } from '#contract/calendar.ts';
import { city, dayOfMoment, formatTime, visitorZone } from './times.ts';

/** Time and place, in large text. */
export function AppointmentSummary({
  booked,
  label = 'When',
}: {
  booked: Pick<BookedTime, 'start' | 'end'>;
  label?: string;
}) {
  const [start, end] = [Date.parse(booked.start), Date.parse(booked.end)];
  const zone = visitorZone();
  const [from, to] = [formatTime(start, zone), formatTime(end, zone)];
  return (
    <dl className="grid gap-4 rounded-card border border-line bg-paper p-5">
      <div>
        <dt className="text-sm text-muted">{label}</dt>
        <dd className="figures">
          <span className="block font-display text-xl">{dayOfMoment(start)}</span>
          <span className="block">
            {from.office} to {to.office} in {city}
          </span>
          {from.own && <span className="block text-muted">{from.own} for you</span>}
        </dd>
      </div>
      <div>
        <dt className="text-sm text-muted">Where</dt>
        <dd>
          {business.name}
          {addressLines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </dd>
      </div>
    </dl>
  );
}
