import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { ManageAppointment } from '#app/booking/manage/manage-appointment.tsx';
import { Booked } from '#app/booking/picker/booked.tsx';
import { ChooseTime } from '#app/booking/picker/choose-time.tsx';
import { readPrefill } from '#app/booking/picker/prefill.ts';
import { LoadingTimes } from '#app/booking/picker/time-picker.tsx';
import { Link } from '#app/language/links.tsx';
import { useHydrated } from '#app/shared/browser/use-hydrated.ts';
import { unlistedMeta } from '#app/shared/meta.ts';
import { Logo } from '#app/shared/shell/logo.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import type { BookedTime } from '#contract/calendar.ts';
import { msg } from '#domain/language/message.ts';

/** Without the header, footer and bars of the site. */
export const handle = { bare: true };

export const meta = unlistedMeta('/calendar', {
  title: msg`Choose a time`,
  description: msg`Book, change, or cancel an appointment.`,
});

/** Books a time; with the link of a confirmation (`#ticket=...`) shows, moves or cancels the appointment. */
export default function CalendarPage() {
  const { phone } = useOffice().contact;
  const hydrated = useHydrated();
  return (
    <div className="min-h-dvh bg-surface">
      <header className="border-b border-line">
        <div className="page flex min-h-16 items-center justify-between gap-4">
          <Link to="/" className="flex min-h-11 items-center rounded-control text-action">
            <Logo />
            <span className="sr-only">
              <Trans>, home page</Trans>
            </span>
          </Link>
          <a
            href={`tel:${phone.e164}`}
            className="link figures inline-flex min-h-11 items-center font-semibold whitespace-nowrap"
          >
            {phone.display}
          </a>
        </div>
      </header>
      <main className="page max-w-[calc(var(--container-text)+2.5rem)] pt-8 pb-8 md:pt-12">
        {hydrated ? (
          <Content />
        ) : (
          <>
            <LoadingTimes />
            <noscript>
              <p className="mt-6">
                <Trans>This calendar needs JavaScript. Please call us: {{ phone: phone.display }}</Trans>
              </p>
            </noscript>
          </>
        )}
      </main>
    </div>
  );
}

/** What the URL requests. The fragment is known only in the browser. */
function Content() {
  const { search, hash } = useLocation();
  const [booking, setBooking] = useState<{ booked: BookedTime; email: string } | null>(null);
  const ticket = new URLSearchParams(hash.slice(1)).get('ticket');
  if (ticket !== null) return <ManageAppointment key={ticket} ticket={ticket} />;
  if (booking !== null) return <Booked {...booking} />;
  return (
    <ChooseTime visitor={readPrefill(search)} onBooked={(booked, email) => setBooking({ booked, email })} />
  );
}
