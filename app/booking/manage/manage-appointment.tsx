import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useEffect, useState } from 'react';
import { useFocusOnArrival } from '#app/shared/focus/use-focus-on-arrival.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { FormResult } from '#app/ui/feedback/form-result.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import type { BookedTime } from '#contract/calendar.ts';
import { msg } from '#domain/language/message.ts';
import { updateStoredBooking } from '../form/use-booking.ts';
import { AddToCalendar, AppointmentSummary } from '../picker/booked.tsx';
import { calendarErrorMessage, changeAppointment, isRefusal } from '../picker/calendar-api.ts';
import { TimeBar, TimePicker } from '../picker/time-picker.tsx';
import { useAppointmentTimes } from '../picker/times.ts';
import { showProblem, useTimeForm } from '../picker/use-time-form.ts';

type Reading = { booked: BookedTime } | { error: unknown } | null;

/**
 * The page behind the link in a confirmation: shows, moves, and cancels the appointment. It acts with the ticket of the
 * link, which proves the mailbox, not with the one of the answer.
 */
export function ManageAppointment({ ticket }: { ticket: string }) {
  const { t } = useLingui();
  const [reading, setReading] = useState<Reading>(null);
  const [moving, setMoving] = useState(false);
  const [news, setNews] = useState<MessageDescriptor | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (attempt > 0) setReading(null);
    let here = true;
    changeAppointment({ ticket }).then(
      (booked) => {
        updateStoredBooking(booked);
        if (here) setReading({ booked: { ...booked, ticket } });
      },
      (error: unknown) => here && setReading({ error }),
    );
    return () => {
      here = false;
    };
  }, [ticket, attempt]);

  function show(booked: BookedTime, said: MessageDescriptor | null): void {
    updateStoredBooking(booked);
    setReading({ booked: { ...booked, ticket } });
    setNews(said);
    setMoving(false);
  }

  if (reading === null) return <LoadingAppointment />;
  if ('error' in reading) {
    return <LoadFailed error={reading.error} onRetry={() => setAttempt((before) => before + 1)} />;
  }
  const { booked } = reading;
  if (moving) {
    const onMoved = (moved: BookedTime) => show(moved, msg`Your appointment was moved.`);
    return <MoveTime booked={booked} onMoved={onMoved} onStay={() => setMoving(false)} />;
  }
  return (
    <AppointmentDetails
      booked={booked}
      news={news && t(news)}
      onMove={() => {
        setNews(null);
        setMoving(true);
      }}
      onChanged={show}
    />
  );
}

function LoadingAppointment() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">
        <Trans>Loading your appointment...</Trans>
      </span>
      <Skeleton className="h-9 w-64" />
      <Skeleton className="h-48 rounded-card" />
    </div>
  );
}

function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useLingui();
  const office = useOffice();
  const { phone } = office.contact;
  const gone = isRefusal(error, 'not_found');
  return (
    <div className="flex flex-col gap-5">
      <h1 className="text-2xl">{t`Your appointment`}</h1>
      <Banner
        kind={gone ? 'warning' : 'danger'}
        announce
        actions={
          gone ? (
            <LinkButton to="/booking">{t`Book an appointment`}</LinkButton>
          ) : (
            <Button variant="secondary" onPress={onRetry}>
              <Trans>Try again</Trans>
            </Button>
          )
        }
      >
        {calendarErrorMessage(error, t)}
      </Banner>
      <LinkButton to={`tel:${phone.e164}`} variant="secondary" className="figures self-start">
        <Trans>Call {{ phone: phone.display }}</Trans>
      </LinkButton>
    </div>
  );
}

interface MoveTimeProps {
  booked: BookedTime;
  onMoved: (moved: BookedTime) => void;
  onStay: () => void;
}

/** Moves an appointment. It keeps its old time until the new one is booked. */
function MoveTime({ booked, onMoved, onStay }: MoveTimeProps) {
  const { t } = useLingui();
  const { dayOfMoment, officeTime } = useAppointmentTimes();
  const { free, start, setStart, busy, problem, send } = useTimeForm();
  const heading = useFocusOnArrival<HTMLHeadingElement>();
  const present = Date.parse(booked.start);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || start === null) return;
    await send(async () => onMoved(await changeAppointment({ ticket: booked.ticket, act: { move: start } })));
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-6">
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-2xl">
          <Trans>Choose another time</Trans>
        </h1>
        <p className="figures mt-1 text-muted">
          <Trans>
            You’ll keep {{ day: dayOfMoment(present) }}, {{ time: officeTime(present) }} until you book the
            new one.
          </Trans>
        </p>
      </div>
      <FormResult ref={showProblem} kind="danger">
        {problem}
      </FormResult>
      <TimePicker free={free} value={start} onChange={setStart} />
      <TimeBar start={start}>
        <Button variant="secondary" onPress={onStay}>
          <Trans>Keep the current time</Trans>
        </Button>
        <Button type="submit" busy={busy} isDisabled={start === null}>
          {busy ? t({ message: 'Moving...', context: 'appointment' }) : t`Move to this time`}
        </Button>
      </TimeBar>
    </form>
  );
}

interface DetailsProps {
  booked: BookedTime;
  /** What the visitor has just changed. */
  news: string | null;
  onMove: () => void;
  /** The visitor has canceled it, or said that they come, which proves that they read the mail. */
  onChanged: (changed: BookedTime, news: MessageDescriptor | null) => void;
}

type Stage = 'ahead' | 'cancelled' | 'over';

const headings: Record<Stage, MessageDescriptor> = {
  ahead: msg`Your appointment`,
  cancelled: msg`This appointment is canceled`,
  over: msg`This appointment is over`,
};

function stageOf({ status, start }: BookedTime): Stage {
  if (status === 'cancelled') return 'cancelled';
  return status === 'done' || Date.parse(start) <= Date.now() ? 'over' : 'ahead';
}

/** An appointment, and what the visitor can still change. */
function AppointmentDetails({ booked, news, ...acts }: DetailsProps) {
  const { t } = useLingui();
  const stage = stageOf(booked);
  return (
    <div className="flex max-w-text flex-col gap-5">
      <Heading key={stage} stage={stage} name={booked.name} />
      {news !== null && (
        <div role="status">
          <FormResult kind="success">{news}</FormResult>
        </div>
      )}
      <AppointmentSummary booked={booked} label={stage === 'ahead' ? t`When` : t`It was on`} />
      {stage === 'ahead' ? (
        <UpcomingAppointment booked={booked} {...acts} />
      ) : (
        <LinkButton to="/booking" className="self-start">
          <Trans>Book another appointment</Trans>
        </LinkButton>
      )}
    </div>
  );
}

function Heading({ stage, name }: { stage: Stage; name: string }) {
  const { t } = useLingui();
  const heading = useFocusOnArrival<HTMLHeadingElement>();
  return (
    <div>
      <h1 ref={heading} tabIndex={-1} className="text-2xl">
        {t(headings[stage])}
      </h1>
      <p className="mt-1 break-words text-muted">
        {stage === 'cancelled' ? (
          <Trans>For {name}. We’ve told our office.</Trans>
        ) : (
          <Trans>For {name}</Trans>
        )}
      </p>
    </div>
  );
}

function UpcomingAppointment({ booked, onMove, onChanged }: Omit<DetailsProps, 'news'>) {
  const { t } = useLingui();
  const { dayOfMoment, officeTime } = useAppointmentTimes();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const start = Date.parse(booked.start);

  // Without `useAction`: if a public page had it, it would be a file more for the login (portal-budget.test.ts).
  async function send(act: 'cancel' | 'keep'): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      const changed = await changeAppointment({ ticket: booked.ticket, act });
      // The office may have moved or canceled it meanwhile.
      const isKept = act === 'keep' && changed.start === booked.start && changed.status === booked.status;
      onChanged(changed, isKept ? msg`Thank you. See you then.` : null);
    } catch (error) {
      setProblem(calendarErrorMessage(error, t));
      setAsking(false);
    }
    setBusy(false);
  }

  return (
    <>
      <FormResult kind="danger">{problem}</FormResult>
      <AddToCalendar booked={booked} />
      <div className="flex flex-wrap gap-3 border-t border-line pt-5">
        <Button busy={busy} onPress={() => void send('keep')}>
          <Trans>I’ll be there</Trans>
        </Button>
        <Button variant="secondary" isDisabled={busy} onPress={onMove}>
          <Trans>Choose another time</Trans>
        </Button>
        <Button variant="secondary" onPress={() => setAsking(true)}>
          <Trans>Cancel appointment</Trans>
        </Button>
      </div>
      <ConfirmDialog
        isOpen={asking}
        title={t`Cancel this appointment?`}
        confirmLabel={t`Cancel appointment`}
        cancelLabel={t`Keep it`}
        danger
        busy={busy}
        onConfirm={() => send('cancel')}
        onCancel={() => setAsking(false)}
      >
        <Trans>
          {{ day: dayOfMoment(start) }}, {{ time: officeTime(start) }}. Someone else will be able to book that
          time.
        </Trans>
      </ConfirmDialog>
    </>
  );
}
