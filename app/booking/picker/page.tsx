import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { business } from '#app/business.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { Logo } from '#app/site/shell/logo.tsx';
import { VisuallyHidden } from '#app/ui/layout/visually-hidden.tsx';
import { readCalendarAddress } from '../form/calendar-address.ts';
import { ChangeBooking } from '../manage/change-booking.tsx';
import { ChooseTime } from './choose-time.tsx';
import { OnTheWay } from './time-picker.tsx';

/** No header, footer or bars of the site around it: it stands in a frame of the booking page, most of the time. */
export const handle = { bare: true };

export const meta = () =>
  pageMeta({
    title: 'Choose a time',
    description: 'Our free times, to book, to change and to cancel an appointment.',
    path: '/calendar',
    index: false,
  });

export default function CalendarPage() {
  const framed = useFramed();
  const { search, hash } = useLocation();
  // Until then nobody knows whether there is a frame, nor what the address says behind its #.
  if (framed === null) {
    return (
      <Surroundings framed>
        <OnTheWay />
        <noscript>
          <p className="mt-6">
            This calendar needs JavaScript. Please call us: {business.contact.phone.display}
          </p>
        </noscript>
      </Surroundings>
    );
  }
  const ticket = new URLSearchParams(hash.slice(1)).get('ticket');
  return (
    <Surroundings framed={framed}>
      {ticket === null ? (
        <ChooseTime framed={framed} known={readCalendarAddress(search)} />
      ) : (
        <ChangeBooking key={ticket} ticket={ticket} />
      )}
    </Surroundings>
  );
}

const never = () => () => {};

/** Null while React still takes over the prerendered page. */
function useFramed(): boolean | null {
  return useSyncExternalStore<boolean | null>(
    never,
    () => window.parent !== window,
    () => null,
  );
}

function Surroundings({ framed, children }: { framed: boolean; children: ReactNode }) {
  if (framed) {
    return (
      // Named, since the page around has a main of its own.
      <main aria-label="Calendar" className="min-h-dvh bg-surface px-4 pt-5">
        {children}
      </main>
    );
  }
  return (
    <div className="min-h-dvh bg-surface">
      <header className="border-b border-line">
        <div className="page flex min-h-16 items-center justify-between gap-4">
          <Link to="/" className="flex min-h-11 items-center rounded-control text-action">
            <Logo />
            <VisuallyHidden>, home page</VisuallyHidden>
          </Link>
          <a
            href={`tel:${business.contact.phone.e164}`}
            className="link figures inline-flex min-h-11 items-center font-semibold whitespace-nowrap"
          >
            {business.contact.phone.display}
          </a>
        </div>
      </header>
      <main className="page max-w-[calc(var(--container-text)+2.5rem)] pt-8 pb-8 md:pt-12">{children}</main>
    </div>
  );
}
