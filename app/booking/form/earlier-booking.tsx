import { useEffect, useState } from 'react';
import { business } from '#app/business.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import type { BookedTime } from '#contract/calendar.ts';
import { dayInWords, timeInWords } from '#domain/office-time/words.ts';
import { zonedClock } from '#domain/office-time/zoned.ts';
import { storedBooking } from './stored-booking.ts';

/** For visitors who come back to the form and wonder whether they are booked: what was booked in this tab. */
export function EarlierBooking() {
  const [booked, setBooked] = useState<BookedTime | null>(null);
  // After the page loads: the prerendered page knows no visitor.
  useEffect(() => setBooked(storedBooking.read()), []);
  if (booked === null || Date.parse(booked.end) <= Date.now()) return null;
  return (
    <Banner
      kind="success"
      title="You have an appointment"
      actions={
        <LinkButton to={`/calendar#ticket=${encodeURIComponent(booked.ticket)}`} variant="secondary">
          See, change or cancel it
        </LinkButton>
      }
    >
      <p className="figures">{whenInWords(Date.parse(booked.start))}</p>
      <p>Use the form below to book another one.</p>
    </Banner>
  );
}

function whenInWords(start: number): string {
  const { timeZone, contact } = business;
  const day = dayInWords(zonedClock(timeZone).dayOf(start));
  return `${day}, ${timeInWords(start, timeZone)} in ${contact.address.city}`;
}
