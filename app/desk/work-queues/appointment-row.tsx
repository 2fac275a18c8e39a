import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useDates } from '#app/shared/format/dates.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { seeCalendarMail } from '#domain/booking/fields.ts';
import { showPhone } from '#domain/contact/phone.ts';
import { msg } from '#domain/language/message.ts';
import {
  type AppointmentStatus,
  externalBookingLabel,
  isExternal,
  statusBadges,
  statusOf,
  visitorTexts,
} from '../calendar/appointment-labels.ts';
import { restoreAppointment, setAppointmentStatus } from '../calendar/calendar-actions.ts';
import { appointmentUrl } from '../calendar/calendar-params.ts';
import type { Appointment } from '../calendar/calendar-query.ts';
import { useOfficeClock } from '../calendar/office-clock.ts';
import { ActionButton } from '../queues/action-button.tsx';
import { QueueRow } from '../queues/queue-parts.tsx';
import { useDayTitle } from './appointment-times.ts';

interface AppointmentRowProps {
  appointment: Appointment;
  /** Whether the group's heading shows the day. */
  isDayKnown: boolean;
  /** Opens the confirmation, for appointments with a time. */
  onCancel: () => void;
}

const steps: Record<AppointmentStatus, readonly [AppointmentStatus, MessageDescriptor, MessageDescriptor][]> =
  {
    pending: [
      ['confirmed', msg({ message: 'Confirm', context: 'appointment' }), msg`The appointment was confirmed.`],
      ['cancelled', msg`Cancel`, msg`The appointment was canceled.`],
    ],
    confirmed: [
      [
        'done',
        msg({ message: 'Done', context: 'mark the appointment' }),
        msg`The appointment was marked as done.`,
      ],
      ['cancelled', msg`Cancel`, msg`The appointment was canceled.`],
    ],
    done: [
      ['confirmed', msg({ message: 'Reopen', context: 'appointment' }), msg`The appointment was reopened.`],
    ],
    cancelled: [
      ['pending', msg({ message: 'Reopen', context: 'appointment' }), msg`The appointment was reopened.`],
    ],
  };

export function AppointmentRow({ appointment, isDayKnown, onCancel }: AppointmentRowProps) {
  const { t } = useLingui();
  const { today } = useOfficeClock();
  const { id, name, email, phone, note, starts_at, preferred_time } = appointment;
  const status = statusOf(appointment);
  const isTimeless = starts_at === null && preferred_time === seeCalendarMail && !isExternal(appointment);

  // Restoring must check that the time is still free.
  const run = (to: AppointmentStatus) =>
    status === 'cancelled' ? restoreAppointment(appointment) : setAppointmentStatus(id, to);

  return (
    <QueueRow
      columns={columns}
      actions={
        <>
          {isTimeless && status === 'pending' && (
            <LinkButton
              to={appointmentUrl(today(), id)}
              variant="secondary"
              size="small"
              className="max-lg:min-h-11"
              aria-label={t`Choose a time: ${name}`}
            >
              <Trans context="button">Choose a time</Trans>
            </LinkButton>
          )}
          {(steps[status] ?? [])
            .filter(([to]) => !(isTimeless && to === 'confirmed' && status === 'pending'))
            .map(([to, label, successMessage], index) => (
              <ActionButton
                key={to}
                label={t(label)}
                about={name}
                successMessage={t(successMessage)}
                run={() => run(to)}
                variant={index === 0 && !isTimeless ? 'secondary' : 'quiet'}
                onPress={to === 'cancelled' && starts_at !== null ? onCancel : undefined}
              />
            ))}
        </>
      }
    >
      <When appointment={appointment} isDayKnown={isDayKnown} />
      <span data-queue-stop tabIndex={-1} className="min-w-0 font-semibold break-words">
        {name}
      </span>
      <span>
        <Badge size="small" tone={statusBadges[status].tone}>
          {t(statusBadges[status].word)}
        </Badge>
      </span>
      <SmartLink to={`tel:${phone}`} className="link figures whitespace-nowrap">
        {showPhone(phone, t)}
      </SmartLink>
      <span className="min-w-0">
        {email && (
          <SmartLink to={`mailto:${email}`} className="link break-all">
            {email}
          </SmartLink>
        )}
      </span>
      <span className="min-w-0 break-words text-muted">
        {[...visitorTexts(appointment), note].filter(Boolean).join(' · ')}
      </span>
    </QueueRow>
  );
}

/** When, who, whether it is confirmed, phone, email, what they wrote. */
const columns = {
  facts: 'lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_5.5rem_7.75rem_minmax(0,2fr)_minmax(0,1.5fr)]',
  actions: 'lg:w-44',
};

function When({ appointment, isDayKnown }: Pick<AppointmentRowProps, 'appointment' | 'isDayKnown'>) {
  const { t } = useLingui();
  const { dayOf } = useOfficeClock();
  const { time } = useDates();
  const titleOf = useDayTitle();
  const { id, starts_at, preferred_date, preferred_time } = appointment;
  if (starts_at !== null) {
    const day = dayOf(Date.parse(starts_at));
    const at = time(starts_at);
    return (
      <Link to={appointmentUrl(day, id)} className="link figures min-w-20 font-semibold">
        {isDayKnown ? at : `${titleOf(day, '')}, ${at}`}
        <span className="sr-only">
          {' '}
          <Trans>in the calendar</Trans>
        </span>
      </Link>
    );
  }
  if (isExternal(appointment))
    return <span className="min-w-20 font-semibold">{t(externalBookingLabel)}</span>;
  const isOwn = preferred_time !== seeCalendarMail;
  const wish = isOwn ? [isDayKnown ? null : titleOf(preferred_date, ''), preferred_time] : [];
  return (
    <span className="figures min-w-20 font-semibold">
      {wish.filter(Boolean).join(', ') || t`No time chosen`}
    </span>
  );
}
