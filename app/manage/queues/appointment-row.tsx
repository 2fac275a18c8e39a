import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { SmartLink } from '#app/ui/smart-link.tsx';
import { showPhone } from '#domain/phone.ts';
import { ActButton } from './act-button.tsx';
import { dayTitle } from './appointment-times.ts';
import { type Appointment, type AppointmentStatus, markAppointment } from './appointments-query.ts';
import { QueueRow } from './queue-parts.tsx';
import type { useAct } from './use-act.ts';

interface AppointmentRowProps extends ReturnType<typeof useAct> {
  appointment: Appointment;
  /** The heading above says the day. */
  isDayKnown: boolean;
}

const looks: Record<AppointmentStatus, { word: string; tone: BadgeTone }> = {
  pending: { word: 'Asked for', tone: 'warning' },
  confirmed: { word: 'Confirmed', tone: 'success' },
  cancelled: { word: 'Cancelled', tone: 'neutral' },
  done: { word: 'Done', tone: 'neutral' },
};

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

export function AppointmentRow({ appointment, isDayKnown, act, busy }: AppointmentRowProps) {
  const { id, name, email, phone, service, message, preferred_date, preferred_time } = appointment;
  const status = appointment.status as AppointmentStatus;
  const day = isDayKnown ? null : dayTitle(preferred_date, '');
  return (
    <QueueRow
      actions={(steps[status] ?? []).map(([to, label, said], index) => (
        <ActButton
          key={to}
          row={id}
          label={label}
          about={name}
          said={said}
          run={() => markAppointment(id, to)}
          variant={index === 0 ? 'secondary' : 'quiet'}
          act={act}
          busy={busy}
        />
      ))}
    >
      <span className="figures min-w-20 font-semibold">
        {[day, preferred_time].filter(Boolean).join(', ') || 'No time chosen'}
      </span>
      <span data-queue-stop tabIndex={-1} className="min-w-0 font-semibold break-words">
        {name}
      </span>
      <Badge size="small" tone={looks[status]?.tone ?? 'neutral'}>
        {looks[status]?.word ?? status}
      </Badge>
      {service && <span className="min-w-0 break-words text-muted">{service}</span>}
      <SmartLink to={`tel:${phone}`} className="link figures">
        {showPhone(phone)}
      </SmartLink>
      {email && (
        <SmartLink to={`mailto:${email}`} className="link break-all">
          {email}
        </SmartLink>
      )}
      {message && <span className="min-w-0 break-words text-muted">“{message}”</span>}
    </QueueRow>
  );
}
