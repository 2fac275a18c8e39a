import { Link } from 'react-router';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { VisuallyHidden } from '#app/ui/layout/visually-hidden.tsx';
import { seeCalendarMail } from '#domain/booking/fields.ts';
import { showPhone } from '#domain/contact/phone.ts';
import {
  externalBookingLabel,
  isExternal,
  statusBadges,
  statusOf,
  visitorTexts,
} from '../calendar/appointment-labels.ts';
import { restoreAppointment } from '../calendar/calendar-actions.ts';
import { appointmentUrl } from '../calendar/calendar-params.ts';
import { clock, timeWithZone, today } from '../calendar/office-clock.ts';
import { ActionButton } from './action-button.tsx';
import { dayTitle } from './appointment-times.ts';
import { type Appointment, type AppointmentStatus, markAppointment } from './appointments-query.ts';
import { QueueRow } from './queue-parts.tsx';
import type { useRowAction } from './use-row-action.ts';

interface AppointmentRowProps extends ReturnType<typeof useRowAction> {
  appointment: Appointment;
  /** Whether the group's heading shows the day. */
  isDayKnown: boolean;
  /** Opens the confirmation, for appointments with a time. */
  onCancel: () => void;
}

const steps: Record<AppointmentStatus, readonly [AppointmentStatus, string, string][]> = {
  pending: [
    ['confirmed', 'Confirm', 'The appointment is confirmed.'],
    ['cancelled', 'Cancel', 'The appointment is cancelled.'],
  ],
  confirmed: [
    ['done', 'Done', 'The appointment is done.'],
    ['cancelled', 'Cancel', 'The appointment is cancelled.'],
  ],
  done: [['confirmed', 'Reopen', 'The appointment is confirmed again.']],
  cancelled: [['pending', 'Reopen', 'The appointment is open again.']],
};

export function AppointmentRow({
  appointment,
  isDayKnown,
  onCancel,
  runAction,
  isBusy,
}: AppointmentRowProps) {
  const { id, name, email, phone, note, starts_at, preferred_time } = appointment;
  const status = statusOf(appointment);
  const isTimeless = starts_at === null && preferred_time === seeCalendarMail && !isExternal(appointment);

  function run(to: AppointmentStatus) {
    // Restoring must check that the time is still free.
    return status === 'cancelled'
      ? restoreAppointment(appointment).then(
          () => ({ error: null }),
          (error: unknown) => ({ error }),
        )
      : markAppointment(id, to);
  }

  return (
    <QueueRow
      actions={
        <>
          {isTimeless && status === 'pending' && (
            <LinkButton
              to={appointmentUrl(today(), id)}
              variant="secondary"
              size="small"
              className="max-lg:min-h-11"
              aria-label={`Choose a time: ${name}`}
            >
              Choose a time
            </LinkButton>
          )}
          {(steps[status] ?? [])
            .filter(([to]) => !(isTimeless && to === 'confirmed' && status === 'pending'))
            .map(([to, label, successMessage], index) => (
              <ActionButton
                key={to}
                row={id}
                label={label}
                about={name}
                successMessage={successMessage}
                run={() => run(to)}
                variant={index === 0 && !isTimeless ? 'secondary' : 'quiet'}
                runAction={to === 'cancelled' && starts_at !== null ? onCancel : runAction}
                isBusy={isBusy}
              />
            ))}
        </>
      }
    >
      <When appointment={appointment} isDayKnown={isDayKnown} />
      <span data-queue-stop tabIndex={-1} className="min-w-0 font-semibold break-words">
        {name}
      </span>
      <Badge size="small" tone={statusBadges[status].tone}>
        {statusBadges[status].word}
      </Badge>
      <SmartLink to={`tel:${phone}`} className="link figures">
        {showPhone(phone)}
      </SmartLink>
      {email && (
        <SmartLink to={`mailto:${email}`} className="link break-all">
          {email}
        </SmartLink>
      )}
      {visitorTexts(appointment).map((words) => (
        <span key={words} className="min-w-0 break-words text-muted">
          {words}
        </span>
      ))}
      {note && <span className="min-w-0 break-words text-muted">{note}</span>}
    </QueueRow>
  );
}

function When({ appointment, isDayKnown }: Pick<AppointmentRowProps, 'appointment' | 'isDayKnown'>) {
  const { id, starts_at, preferred_date, preferred_time } = appointment;
  if (starts_at !== null) {
    const day = clock.dayOf(Date.parse(starts_at));
    const time = timeWithZone(starts_at);
    return (
      <Link to={appointmentUrl(day, id)} className="link figures min-w-20 font-semibold">
        {isDayKnown ? time : `${dayTitle(day, '')}, ${time}`}
        <VisuallyHidden> in the calendar</VisuallyHidden>
      </Link>
    );
  }
  if (isExternal(appointment)) return <span className="min-w-20 font-semibold">{externalBookingLabel}</span>;
  const isOwn = preferred_time !== seeCalendarMail;
  const wish = isOwn ? [isDayKnown ? null : dayTitle(preferred_date, ''), preferred_time] : [];
  return (
    <span className="figures min-w-20 font-semibold">
      {wish.filter(Boolean).join(', ') || 'No time chosen'}
    </span>
  );
}
