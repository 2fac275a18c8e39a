import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFocusOnArrival } from '#app/shared/focus/use-focus-on-arrival.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { FormResult } from '#app/ui/feedback/form-result.tsx';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import type { BookedTime } from '#contract/calendar.ts';
import { msg } from '#domain/language/message.ts';
import { AddToCalendar, AppointmentSummary } from '../picker/booked.tsx';
import { calendarErrorMessage, changeAppointment } from '../picker/calendar-api.ts';
import { useAppointmentTimes } from '../picker/times.ts';

interface Props {
  booked: BookedTime;
  /** What the visitor has just changed. */
  news: string | null;
  onMove: () => void;
  /** The visitor has said that they come, which proves that they read the mail. */
  onKept: () => void;
  onCancelled: (cancelled: BookedTime) => void;
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
export function AppointmentDetails({ booked, news, ...acts }: Props) {
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

function UpcomingAppointment({ booked, onMove, onKept, onCancelled }: Omit<Props, 'news'>) {
  const { t } = useLingui();
  const { dayOfMoment, officeTime } = useAppointmentTimes();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const start = Date.parse(booked.start);

  async function send(act: 'cancel' | 'keep'): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      const changed = await changeAppointment({ ticket: booked.ticket, act });
      if (act === 'cancel') onCancelled(changed);
      else onKept();
    } catch (error) {
      setProblem(calendarErrorMessage(error, t));
      setAsking(false);
    }
    setBusy(false);
  }

  return (
    <>
      {problem !== null && <FormResult kind="danger">{problem}</FormResult>}
      <AddToCalendar booked={booked} />
      <div className="flex flex-wrap gap-3 border-t border-line pt-5">
        <Button busy={busy} onPress={() => void send('keep')}>
          <Trans>I’ll be there</Trans>
        </Button>
        <Button variant="secondary" onPress={onMove}>
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
