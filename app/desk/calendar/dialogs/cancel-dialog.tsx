import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { showPhone } from '#domain/contact/phone.ts';
import { cancellationNotice, isExternal } from '../appointment-labels.ts';
import {
  calendarErrorMessage,
  isConflict,
  restoreAppointment,
  setAppointmentStatus,
  undo,
  useCalendarAction,
} from '../calendar-actions.ts';
import type { Appointment } from '../calendar-query.ts';
import { useOfficeClock } from '../office-clock.ts';

interface CancelDialogProps {
  appointment: Appointment;
  onClose: () => void;
  onDone: () => void;
}

/** Asks first, since the client is mailed at once. Undo restores the appointment. */
export function CancelDialog({ appointment, onClose, onDone }: CancelDialogProps) {
  const { t } = useLingui();
  const when = useOfficeClock().whenBooked(appointment);
  const { id, name, email, phone, starts_at } = appointment;
  const { run, busy } = useCalendarAction(undefined, (problem) => notify('danger', problem));
  const isRequest = starts_at === null && !isExternal(appointment);

  const undoCancel = () =>
    undo(
      () => restoreAppointment(appointment),
      t`${name}’s appointment was restored.`,
      (error) =>
        isConflict(error)
          ? t`${name}’s time was taken. Choose another one under “Canceled.”`
          : calendarErrorMessage(error, t),
    );

  async function cancel() {
    if (!(await run(() => setAppointmentStatus(id, 'cancelled')))) return;
    notify('success', t`${name}’s appointment was canceled.`, { label: t`Undo`, onPress: undoCancel });
    onDone();
  }

  const notices = {
    mail: (
      <Trans>
        {name} will get an email at <span className="break-all">{email}</span> that the appointment is
        canceled.
      </Trans>
    ),
    call: (
      <Trans>
        {name} has no email address on file and won’t be notified. Please call{' '}
        {{ phone: showPhone(phone, t) }}.
      </Trans>
    ),
    over: t`The time has passed, so we won’t send an email.`,
    elsewhere: (
      <Trans>It’s also in the other calendar. Cancel it there too. We won’t send an email from here.</Trans>
    ),
    'no-time': (
      <Trans>
        No time was booked, so we won’t send an email. You can reach {name} at{' '}
        {{ phone: showPhone(phone, t) }}.
      </Trans>
    ),
  };

  return (
    <ConfirmDialog
      isOpen
      danger
      title={isRequest ? t`Cancel ${name}’s request?` : t`Cancel ${name}’s appointment?`}
      confirmLabel={isRequest ? t`Cancel request` : t`Cancel appointment`}
      cancelLabel={t`Keep it`}
      busy={busy}
      onCancel={onClose}
      onConfirm={() => void cancel()}
    >
      {when !== null && <p className="figures mb-2 font-semibold text-ink">{when}</p>}
      <p>{notices[cancellationNotice(appointment, Date.now())]}</p>
    </ConfirmDialog>
  );
}
