import { CircleCheck } from 'lucide-react';
import type { BookedTime } from '#contract/calendar.ts';
import { AddToCalendar } from './add-to-calendar.tsx';
import { mailPromise } from './mail-promise.ts';
import { ToldAppointment } from './told-appointment.tsx';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';

interface BookedProps {
  booked: BookedTime;
  /** Empty if none was given. */
  email: string;
  /** The heading's level: 2 where the page has its own h1. */
  level?: 1 | 2;
}

/** The confirmation on the spot. */
export function Booked({ booked, email, level = 1 }: BookedProps) {
  const heading = useFocusOnArrival<HTMLHeadingElement>();
  const Heading = `h${level}` as const;
  return (
    <div className="flex max-w-text flex-col gap-5">
      <div>
        <Heading ref={heading} tabIndex={-1} className="flex items-center gap-3 text-2xl">
          <CircleCheck size={30} aria-hidden className="shrink-0 text-success" />
          You are booked
        </Heading>
        <p className="mt-2 break-words">{mailPromise(email, Date.parse(booked.start), Date.now())}</p>
      </div>
      <ToldAppointment booked={booked} />
      <AddToCalendar booked={booked} />
      <p className="border-t border-line pt-4 text-muted">
        Something came up? {/* A plain link: within the booking page it leaves the frame. */}
        <a href={ticketAddress(booked.ticket)} target="_top" className="link">
          Change or cancel the appointment
        </a>
        {email !== '' && '. The email has the same link'}.
      </p>
    </div>
  );
}

export const ticketAddress = (ticket: string) => `/calendar#ticket=${encodeURIComponent(ticket)}`;
