import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Button as PlainButton } from 'react-aria-components/Button';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useDayWords } from '#app/shared/format/days.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { showPhone } from '#domain/contact/phone.ts';
import { requestDetails } from './appointment-labels.ts';
import { type Appointment, unscheduledQuery } from './calendar-query.ts';
import { useOfficeClock } from './office-clock.ts';

interface WaitingPanelProps {
  onOpen: (appointment: Appointment) => void;
  onChoose: (appointment: Appointment) => void;
}

/** Requests without a time. Collapsed on phones. */
export function UnscheduledPanel({ onOpen, onChoose }: WaitingPanelProps) {
  const { t } = useLingui();
  const { data, error } = useQuery(unscheduledQuery);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (error && !data) {
    return (
      <Banner kind="danger">
        <Trans>We couldn’t load the waiting list: {{ problem: messageOf(error, t) }}</Trans>
      </Banner>
    );
  }
  if (!data || data.count === 0) return null;
  const title = (
    <>
      <Trans>Waiting for a time</Trans>
      <span className="figures rounded-full bg-accent-soft px-2 leading-6 text-accent">{data.count}</span>
    </>
  );
  return (
    <section aria-labelledby={`${id}-title`} className="rounded-card border border-line bg-surface">
      <h2 id={`${id}-title`} className="font-sans text-sm font-semibold">
        <PlainButton
          aria-expanded={isOpen}
          aria-controls={id}
          onPress={() => setOpen(!isOpen)}
          className="flex min-h-12 w-full cursor-pointer items-center gap-2 px-4 text-left lg:hidden"
        >
          {title}
          <ChevronDown
            size={20}
            aria-hidden
            className={classNames('ml-auto transition-transform', isOpen && 'rotate-180')}
          />
        </PlainButton>
        <span className="flex items-center gap-2 border-b border-line px-4 py-2 max-lg:hidden">{title}</span>
      </h2>
      <ul
        id={id}
        aria-label={t`Waiting for a time`}
        className={classNames(
          'divide-y divide-line max-lg:border-t max-lg:border-line',
          !isOpen && 'max-lg:hidden',
        )}
      >
        {data.rows.map((appointment) => (
          <Waiting key={appointment.id} appointment={appointment} onOpen={onOpen} onChoose={onChoose} />
        ))}
        {data.count > data.rows.length && (
          <li className="px-4 py-3 text-sm text-muted">
            <Trans>and {{ count: data.count - data.rows.length }} more</Trans>
          </li>
        )}
      </ul>
    </section>
  );
}

function Waiting({ appointment, onOpen, onChoose }: WaitingPanelProps & { appointment: Appointment }) {
  const { t } = useLingui();
  const { dayOf, today } = useOfficeClock();
  const words = useDayWords();
  const { shortDay } = words;
  const { id, name, phone, note, created_at } = appointment;
  const day = dayOf(Date.parse(created_at));
  const about = [note, ...requestDetails(appointment, words, t)].filter(Boolean);
  return (
    <li className="flex flex-col gap-1 px-4 py-3 text-sm wrap-anywhere">
      <PlainButton
        data-chip={id}
        onPress={() => onOpen(appointment)}
        className="link min-h-11 cursor-pointer self-start text-left font-semibold lg:min-h-0"
      >
        {name}
      </PlainButton>
      <span className="figures flex flex-wrap justify-between gap-x-3 text-muted">
        <SmartLink to={`tel:${phone}`} className="link">
          {showPhone(phone, t)}
        </SmartLink>
        <span>
          {day === today() ? <Trans>Asked today</Trans> : <Trans>Asked {{ day: shortDay(day) }}</Trans>}
        </span>
      </span>
      {about.length > 0 && <span className="line-clamp-3 text-muted">{about.join(' · ')}</span>}
      <Button
        variant="secondary"
        size="small"
        className="mt-1 self-start max-lg:min-h-11"
        aria-label={t`Choose a time: ${name}`}
        onPress={() => onChoose(appointment)}
      >
        <Trans context="button">Choose a time</Trans>
      </Button>
    </li>
  );
}
