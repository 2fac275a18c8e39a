import { useEffect, useState } from 'react';
import { business } from '#app/business.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import type { BookedTime } from '#contract/calendar.ts';
import { updateStoredBooking } from '../form/use-booking.ts';
import { calendarErrorMessage, changeAppointment, isRefusal } from '../picker/calendar-api.ts';
import { AppointmentDetails } from './appointment-details.tsx';
import { MoveTime } from './move-time.tsx';

type Reading = { booked: BookedTime } | { problem: string; gone: boolean } | null;

/** The page behind the link in a confirmation: shows, moves, and cancels the appointment. */
export function ManageAppointment({ ticket }: { ticket: string }) {
  const [reading, setReading] = useState<Reading>(null);
  const [moving, setMoving] = useState(false);
  const [news, setNews] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (attempt > 0) setReading(null);
    let here = true;
    changeAppointment({ ticket }).then(
      (booked) => {
        updateStoredBooking(booked);
        if (here) setReading({ booked });
      },
      (error: unknown) =>
        here && setReading({ problem: calendarErrorMessage(error), gone: isRefusal(error, 'not_found') }),
    );
    return () => {
      here = false;
    };
  }, [ticket, attempt]);

  if (reading === null) return <LoadingAppointment />;
  if ('problem' in reading) {
    return <LoadFailed {...reading} onRetry={() => setAttempt((before) => before + 1)} />;
  }
  const { booked } = reading;
  if (moving) {
    return (
      <MoveTime
        booked={booked}
        onMoved={(moved) => {
          updateStoredBooking(moved);
          setReading({ booked: moved });
          setNews('Your appointment has been moved.');
          setMoving(false);
        }}
        onStay={() => setMoving(false)}
      />
    );
  }
  return (
    <AppointmentDetails
      booked={booked}
      news={news}
      onMove={() => {
        setNews(null);
        setMoving(true);
      }}
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
      <span className="sr-only">Loading your appointment...</span>
      <Skeleton className="h-9 w-64" />
      <Skeleton className="h-48 rounded-card" />
    </div>
  );
}

function LoadFailed({ problem, gone, onRetry }: { problem: string; gone: boolean; onRetry: () => void }) {
  const { phone } = business.contact;
  return (
    <div className="flex flex-col gap-5">
      <h1 className="text-2xl">Your appointment</h1>
      <Banner
        kind={gone ? 'warning' : 'danger'}
        announce
        actions={
          gone ? (
            <LinkButton to="/booking">Book an appointment</LinkButton>
          ) : (
            <Button variant="secondary" onPress={onRetry}>
              Try again
            </Button>
          )
        }
      >
        {problem}
      </Banner>
      <LinkButton to={`tel:${phone.e164}`} variant="secondary" className="figures self-start">
        Call {phone.display}
      </LinkButton>
    </div>
  );
}
