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
  useCalendarMutation,
} from '../calendar-actions.ts';
import type { Appointment } from '../calendar-query.ts';
import { whenOf } from '../office-clock.ts';

interface CancelDialogProps {
  appointment: Appointment;
  onClose: () => void;
  onDone: () => void;
}

/** Asks first, since the client is mailed at once. Undo restores the appointment. */
export function CancelDialog({ appointment, onClose, onDone }: CancelDialogProps) {
  const { id, name, email, phone, starts_at, ends_at } = appointment;
  const { mutate, isPending } = useCalendarMutation(() => setAppointmentStatus(id, 'cancelled'));
  const notice = cancellationNotice(appointment, Date.now());
  const isRequest = starts_at === null && !isExternal(appointment);

  const undoCancel = () =>
    undo(
      () => restoreAppointment(appointment),
      `The appointment of ${name} is restored.`,
      (error) =>
        isConflict(error)
          ? `The time of ${name} has been taken. Choose another one under "Cancelled".`
          : calendarErrorMessage(error),
    );

  return (
    <ConfirmDialog
      isOpen
      danger
      title={isRequest ? `Cancel the request of ${name}?` : `Cancel the appointment of ${name}?`}
      confirmLabel={isRequest ? 'Cancel request' : 'Cancel appointment'}
      cancelLabel="Keep it"
      busy={isPending}
      onCancel={onClose}
      onConfirm={() =>
        mutate(undefined, {
          onSuccess: () => {
            notify('success', `The appointment of ${name} is cancelled.`, {
              label: 'Undo',
              onPress: undoCancel,
            });
            onDone();
          },
          onError: (error) => notify('danger', calendarErrorMessage(error)),
        })
      }
    >
      {starts_at !== null && ends_at !== null && (
        <p className="figures mb-2 font-semibold text-ink">
          {whenOf(Date.parse(starts_at), Date.parse(ends_at))}
        </p>
      )}
      {notice === 'mail' && (
        <p>
          {name} will get an email at <span className="break-all">{email}</span> that the appointment is
          cancelled.
        </p>
      )}
      {notice === 'call' && (
        <p>
          {name} has no email address on file and will not be notified. Please call {showPhone(phone)}.
        </p>
      )}
      {notice === 'over' && <p>Its time has passed, so no email is sent.</p>}
      {notice === 'elsewhere' && (
        <p>Its time is in the other calendar. Cancel it there too. No email is sent from here.</p>
      )}
      {notice === 'no-time' && (
        <p>
          No time was booked, so no email is sent. You can reach {name} at {showPhone(phone)}.
        </p>
      )}
    </ConfirmDialog>
  );
}
