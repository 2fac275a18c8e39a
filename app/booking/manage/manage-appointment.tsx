import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import type { BookedTime } from '#contract/calendar.ts';
import { msg } from '#domain/language/message.ts';
import { updateStoredBooking } from '../form/use-booking.ts';
import { calendarErrorMessage, changeAppointment, isRefusal } from '../picker/calendar-api.ts';
import { AppointmentDetails } from './appointment-details.tsx';
import { MoveTime } from './move-time.tsx';

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

  if (reading === null) return <LoadingAppointment />;
  if ('error' in reading) {
    return <LoadFailed error={reading.error} onRetry={() => setAttempt((before) => before + 1)} />;
  }
  const { booked } = reading;
  if (moving) {
    return (
      <MoveTime
        booked={booked}
        onMoved={(moved) => {
          updateStoredBooking(moved);
          setReading({ booked: { ...moved, ticket } });
          setNews(msg`Your appointment was moved.`);
          setMoving(false);
        }}
        onStay={() => setMoving(false)}
      />
    );
  }
  return (
    <AppointmentDetails
      booked={booked}
      news={news && t(news)}
      onMove={() => {
        setNews(null);
        setMoving(true);
      }}
      onKept={() => setNews(msg`Thank you. See you then.`)}
      onCancelled={(cancelled) => {
        updateStoredBooking(cancelled);
        setReading({ booked: cancelled });
      }}
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
      <h1 className="text-2xl">
        <Trans>Your appointment</Trans>
      </h1>
      <Banner
        kind={gone ? 'warning' : 'danger'}
        announce
        actions={
          gone ? (
            <LinkButton to="/booking">
              <Trans>Book an appointment</Trans>
            </LinkButton>
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
