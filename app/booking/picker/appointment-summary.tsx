import { Trans, useLingui } from '@lingui/react/macro';
import { addressLines } from '#app/shared/facts.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import type { BookedTime } from '#contract/calendar.ts';
import { useAppointmentTimes } from './times.ts';

/** Time and place, in large text. */
export function AppointmentSummary({
  booked,
  label,
}: {
  booked: Pick<BookedTime, 'start' | 'end'>;
  label?: string;
}) {
  const office = useOffice();
  const { t } = useLingui();
  const { city, dayOfMoment, formatTime } = useAppointmentTimes();
  const [start, end] = [Date.parse(booked.start), Date.parse(booked.end)];
  const [from, to] = [formatTime(start), formatTime(end)];
  return (
    <dl className="grid gap-4 rounded-card border border-line bg-paper p-5">
      <div>
        <dt className="text-sm text-muted">{label ?? t`When`}</dt>
        <dd className="figures">
          <span className="block font-display text-xl first-letter:uppercase">{dayOfMoment(start)}</span>
          <span className="block">
            <Trans>
              {{ from: from.office }} to {{ to: to.office }} in {city}
            </Trans>
          </span>
          {from.own && (
            <span className="block text-muted">
              <Trans>{{ time: from.own }} for you</Trans>
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt className="text-sm text-muted">
          <Trans>Where</Trans>
        </dt>
        <dd>
          {office.name}
          {addressLines(office).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </dd>
      </div>
    </dl>
  );
}
