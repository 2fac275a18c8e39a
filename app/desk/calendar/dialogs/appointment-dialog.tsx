import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDates } from '#app/shared/format/dates.ts';
import { useDayWords } from '#app/shared/format/days.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { showPhone } from '#domain/contact/phone.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import {
  type AppointmentStatus,
  cancellationNotice,
  externalBookingLabel,
  isExternal,
  requestDetails,
  statusBadges,
  statusOf,
} from '../appointment-labels.ts';
import {
  calendarErrorMessage,
  isConflict,
  restoreAppointment,
  setAppointmentStatus,
  useCalendarAction,
} from '../calendar-actions.ts';
import { type Appointment, clientIdQuery } from '../calendar-query.ts';
import { useOfficeClock } from '../office-clock.ts';

interface AppointmentDialogProps {
  appointment: Appointment;
  now: number;
  onClose: () => void;
  onMove: () => void;
  onCancel: () => void;
}

export function AppointmentDialog({ appointment, now, onClose, onMove, onCancel }: AppointmentDialogProps) {
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  const { whenBooked } = useOfficeClock();
  const { id, name, email, phone, note, starts_at, created_at, reminded_at } = appointment;
  const status = statusOf(appointment);
  const wishes = requestDetails(appointment, useDayWords(), t);
  const noTime = isExternal(appointment) ? t(externalBookingLabel) : t`No time yet`;
  const { run, busy, problem } = useCalendarAction(problemWords);

  async function act(action: () => Promise<void>, words: string): Promise<void> {
    if (!(await run(action))) return;
    notify('success', words);
    onClose();
  }
  const mark = (to: AppointmentStatus, words: string) => void act(() => setAppointmentStatus(id, to), words);

  function restore(): void {
    const isMailed = cancellationNotice(appointment, Date.now()) === 'mail' && email !== null;
    void act(
      () => restoreAppointment(appointment),
      isMailed
        ? t`${name}’s appointment was restored. We have emailed ${email}.`
        : t`${name}’s appointment was restored.`,
    );
  }

  /** The possible actions for the status. The most likely one is the last and primary button. */
  function buttons(): ReactNode {
    switch (status) {
      case 'done':
        return (
          <Button
            variant="secondary"
            busy={busy}
            onPress={() => mark('confirmed', t`${name}’s appointment is open again.`)}
          >
            <Trans>Not done yet</Trans>
          </Button>
        );
      case 'cancelled':
        return (
          <>
            <Button variant="secondary" onPress={onMove}>
              {starts_at === null ? t({ message: 'Choose a time', context: 'button' }) : t`Another time`}
            </Button>
            <Button busy={busy} onPress={restore}>
              <Trans context="appointment">Restore</Trans>
            </Button>
          </>
        );
      default: {
        const isTimeless = starts_at === null;
        const isOver = !isTimeless && Date.parse(starts_at) < now;
        const isAway = isExternal(appointment);
        const isMoveFirst = !isAway && (isTimeless || (status === 'confirmed' && !isOver));
        const isDoneFirst = isOver || isAway;
        return (
          <>
            <Button variant="quiet" className="text-danger! md:mr-auto" onPress={onCancel}>
              {isTimeless && !isAway ? t`Cancel request` : t`Cancel appointment`}
            </Button>
            {status === 'confirmed' && (
              <Button
                variant={isDoneFirst ? 'primary' : 'secondary'}
                className={isDoneFirst ? 'md:order-last' : ''}
                busy={busy}
                onPress={() => mark('done', t`${name}’s appointment is done.`)}
              >
                <Trans>Mark as done</Trans>
              </Button>
            )}
            <Button variant={isMoveFirst ? 'primary' : 'secondary'} onPress={onMove}>
              {isTimeless
                ? t({ message: 'Choose a time', context: 'button' })
                : t({ message: 'Move', context: 'appointment' })}
            </Button>
            {status === 'pending' && (!isTimeless || isAway) && (
              <Button busy={busy} onPress={() => mark('confirmed', t`${name}’s appointment is confirmed.`)}>
                <Trans context="appointment">Confirm</Trans>
              </Button>
            )}
          </>
        );
      }
    }
  }

  return (
    <Dialog isOpen isInAddress onClose={onClose} title={name} actions={buttons()}>
      <div className="-mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="figures font-semibold">{whenBooked(appointment) ?? noTime}</span>
        <Badge tone={statusBadges[status].tone}>{t(statusBadges[status].word)}</Badge>
      </div>
      <ul className="flex flex-col">
        <Reach icon={<Phone size={18} aria-hidden />}>
          <SmartLink to={`tel:${phone}`} className="link figures">
            {showPhone(phone, t)}
          </SmartLink>
        </Reach>
        <Reach icon={<Mail size={18} aria-hidden />}>
          {email ? (
            <SmartLink to={`mailto:${email}`} className="link break-all">
              {email}
            </SmartLink>
          ) : (
            <span className="text-muted">{t`No email. Call about changes.`}</span>
          )}
        </Reach>
      </ul>
      {note && (
        <div className="rounded-control bg-accent-soft px-4 py-3">
          <h3 className="font-sans text-sm font-semibold text-accent">{t`From the quote`}</h3>
          <p className="break-words whitespace-pre-line">{note}</p>
        </div>
      )}
      {wishes.length > 0 && (
        <ul className="flex flex-col gap-1 rounded-control bg-sunken px-4 py-3 break-words">
          {wishes.map((wish) => (
            <li key={wish}>{wish}</li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        {email && <ClientLink email={email} />}
        <span className="figures">
          <Trans context="appointment">Booked {{ when: dateAndTime(created_at) }}</Trans>
        </span>
        {reminded_at && (
          <span className="figures">
            <Trans context="appointment">Reminded {{ when: dateAndTime(reminded_at) }}</Trans>
          </span>
        )}
      </p>
      <Problem>{problem}</Problem>
    </Dialog>
  );
}

function Reach({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-h-10 items-center gap-3">
      <span className="text-muted">{icon}</span>
      {children}
    </li>
  );
}

function ClientLink({ email }: { email: string }) {
  const { t } = useLingui();
  const { data } = useQuery(clientIdQuery(email));
  if (data === undefined) return null;
  if (data === null) return <span>{t`No account with this email`}</span>;
  return (
    <SmartLink to={`/manage?client=${data}`} className="link font-semibold">
      <Trans>Open the client’s case</Trans>
    </SmartLink>
  );
}

const problemWords = (error: unknown, t: Translate) =>
  isConflict(error) ? t(msg`This time was just taken. Choose another one.`) : calendarErrorMessage(error, t);
