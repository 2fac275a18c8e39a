import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import type { PointerEvent } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { showPhone } from '#domain/contact/phone.ts';
import { type AppointmentStatus, statusBadges, statusOf } from './appointment-labels.ts';
import type { TimedAppointment } from './calendar-query.ts';
import { useOfficeClock } from './office-clock.ts';

interface AppointmentChipProps {
  appointment: TimedAppointment;
  /** Whether there is room for more than the name. */
  isRoomy: boolean;
  isStop: boolean;
  /** It is being dragged. */
  isDragged: boolean;
  onFocus: () => void;
  onOpen: () => void;
  onDragStart: (event: PointerEvent<HTMLButtonElement>) => void;
}

const looks: Record<AppointmentStatus, string> = {
  confirmed: 'border-action bg-action-soft text-ink',
  pending: 'border-warning border-dashed bg-warning-soft text-ink',
  done: 'border-control bg-sunken text-muted',
  cancelled: 'border-control bg-sunken text-muted line-through',
};

export function AppointmentChip({
  appointment,
  isRoomy,
  isStop,
  isDragged,
  onFocus,
  onOpen,
  onDragStart,
}: AppointmentChipProps) {
  const { t } = useLingui();
  const { timeOf } = useOfficeClock();
  const { id, name, phone, note, starts_at, ends_at } = appointment;
  const status = statusOf(appointment);
  const [time = '', half] = timeOf(Date.parse(starts_at)).split(/\s/);
  return (
    <button
      type="button"
      data-chip={id}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onClick={onOpen}
      onPointerDown={onDragStart}
      className={classNames(
        '@container figures flex h-full w-full min-w-0 cursor-pointer items-start gap-1.5 overflow-hidden rounded-sm border border-l-4 px-1.5 py-0.5 text-left text-[0.75rem] leading-[1.45] hover:border-ink scroll-mt-20 focus-visible:z-10 focus-visible:outline-offset-0',
        looks[status],
        isDragged && 'opacity-45',
      )}
    >
      {/* A narrow chip has room for the name only; its position shows the time. */}
      <span className={classNames('shrink-0', !isRoomy && '@max-[9.5rem]:sr-only')}>
        {time}
        <span className="sr-only"> {half}</span>
      </span>{' '}
      <span className="min-w-0 truncate font-semibold">{name}</span>
      <span className="sr-only">
        <Trans>
          until {{ end: timeOf(Date.parse(ends_at)) }}, {{ status: t(statusBadges[status].word) }}
        </Trans>
      </span>
      {isRoomy && (
        <>
          <span className="shrink-0 text-muted @max-[12rem]:sr-only">{showPhone(phone, t)}</span>
          {note && <span className="min-w-0 truncate text-muted @max-[26rem]:sr-only">{note}</span>}
        </>
      )}
      {status === 'done' && <Check size={14} aria-hidden className="mt-0.5 ml-auto shrink-0" />}
    </button>
  );
}
