import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { formatPhoneWithCountry } from '#domain/contact/phone.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { clientQuery } from '../../clients/clients-query.ts';
import { type Appointment, appointmentQuery, type Block } from '../calendar-query.ts';
import { type OfficeClock, useOfficeClock } from '../office-clock.ts';
import { AppointmentDialog } from './appointment-dialog.tsx';
import { BlockDetails, BlockDialog } from './block-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { AddDialog, MoveDialog } from './time-dialogs.tsx';
import type { When } from './time-fields.tsx';

/** The open dialog. The details of an appointment are not one of them: their state is in the URL. */
export type CalendarDialog =
  | { kind: 'move'; appointment: Appointment; at: When }
  | { kind: 'cancel'; appointment: Appointment }
  | { kind: 'add'; at: When }
  | { kind: 'block'; day: string }
  | { kind: 'unblock'; block: Block };

interface CalendarDialogsProps {
  dialog: CalendarDialog | null;
  onOpenDialog: (dialog: CalendarDialog | null) => void;
  /** The shown day. */
  day: string;
  /** The id of the appointment in the URL. */
  opened: string | null;
  /** The id of the client in the URL. */
  book: string | null;
  /** That appointment, if the calendar has loaded it already. */
  known: Appointment | undefined;
  now: number;
  /** Closes all dialogs, and shows the day if given. */
  onDone: (day?: string) => void;
}

export function CalendarDialogs(props: CalendarDialogsProps) {
  const { dialog, onOpenDialog, day, opened, book, onDone } = props;
  const onClose = () => onOpenDialog(null);
  switch (dialog?.kind) {
    case 'move':
      return <MoveDialog {...dialog} onClose={onClose} onDone={onDone} />;
    case 'cancel':
      return <CancelDialog {...dialog} onClose={onClose} onDone={() => onDone()} />;
    case 'add':
      return <AddDialog {...dialog} onClose={onClose} onDone={onDone} />;
    case 'block':
      return <BlockDialog {...dialog} onClose={onClose} onDone={onDone} />;
    case 'unblock':
      return <BlockDetails {...dialog} onClose={onClose} />;
    default:
      if (book !== null) return <AddForClient id={book} day={day} onDone={onDone} />;
      return opened === null ? null : <Opened {...props} id={opened} />;
  }
}

/** A new appointment, filled in with the client; empty if there is no such client. */
function AddForClient({ id, day, onDone }: Pick<CalendarDialogsProps, 'day' | 'onDone'> & { id: string }) {
  const { t } = useLingui();
  const clock = useOfficeClock();
  const { data: client, error, isPending } = useQuery(clientQuery(id));
  if (isPending) return null;
  return (
    <AddDialog
      at={firstFreeTime(clock, day)}
      {...(client && {
        person: {
          name: displayName(client),
          phone: formatPhoneWithCountry(client.phone ?? ''),
          email: client.email,
        },
      })}
      isInAddress
      problem={error && t`We couldn’t fill in the client’s details. ${{ problem: messageOf(error, t) }}`}
      onClose={() => onDone()}
      onDone={onDone}
    />
  );
}

function Opened({ id, known, day, now, onOpenDialog, onDone }: CalendarDialogsProps & { id: string }) {
  const { t } = useLingui();
  const clock = useOfficeClock();
  const { data: fetched, error, isPending, isFetching, refetch } = useQuery(appointmentQuery(id));
  const data = known ?? fetched;
  if (!data && isPending) return null;
  if (!data) {
    return (
      <Dialog isOpen isInAddress title={t`Appointment`} onClose={() => onDone()}>
        {error ? (
          <LoadProblem busy={isFetching} onRetry={refetch}>
            {messageOf(error, t)}
          </LoadProblem>
        ) : (
          <p>{t`There’s no appointment at this address`}</p>
        )}
      </Dialog>
    );
  }
  return (
    <AppointmentDialog
      appointment={data}
      now={now}
      onClose={() => onDone()}
      onCancel={() => onOpenDialog({ kind: 'cancel', appointment: data })}
      onMove={() => onOpenDialog({ kind: 'move', appointment: data, at: initialTime(clock, data, day) })}
    />
  );
}

/**
 * The current time of an upcoming appointment; otherwise the first free time of the shown day, or of today.
 */
export function initialTime(clock: OfficeClock, { starts_at, status }: Appointment, day: string): When {
  if (starts_at !== null && status !== 'cancelled' && Date.parse(starts_at) > Date.now()) {
    return { day: clock.dayOf(Date.parse(starts_at)), start: Date.parse(starts_at) };
  }
  return firstFreeTime(clock, day);
}

export const firstFreeTime = ({ todayOrLater }: OfficeClock, day: string): When => ({
  day: todayOrLater(day),
  start: null,
  isOpen: true,
});
