import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react';
import { useBooking } from '#app/booking/form/use-booking.ts';
import { WithoutScript } from '#app/shared/browser/without-script.tsx';
import { openDays } from '#app/shared/facts.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { OfficeFacts } from '#app/shared/office-facts.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { DocumentList } from '#app/site/blocks/document-list.tsx';
import { PageSection } from '#app/site/blocks/page-section.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { msg } from '#domain/language/message.ts';

export const meta = pageMeta(({ office: { hours } }, _, { formats, t }) => ({
  title: msg`Book an appointment`,
  description: msg`Meet your preparer. ${{ days: openDays(hours.days, formats, t) }}, ${{ from: formats.clock(hours.open) }} to ${{ until: formats.clock(hours.close) }}, by appointment.`,
  path: '/booking',
}));

const loadForm = () => import('#app/booking/form/booking-form.tsx');

/** Loaded lazily, and through the form's module, so that the page doesn't include the calendar's file list. */
const LazyCalendarStep = lazy(async () => {
  const { loadCalendarStep } = await loadForm();
  return { default: (await loadCalendarStep()).CalendarStep };
});

// The server render can't wait for it.
const formOnServer = import.meta.env.SSR ? loadForm() : null;

/**
 * The form is a fifth of the weight of a public page, so its script loads after the page's own. The page from the
 * server has the form in its HTML, and keeps what is typed into it before.
 */
const LazyBookingForm = lazy(async () => ({ default: (await (formOnServer ?? loadForm())).BookingForm }));

/** Without props, and memoized: a render before the script loads would replace the form with an empty one. */
const BookingForm = memo(function BookingForm() {
  return (
    <Suspense fallback={<div className="min-h-[32rem]" />}>
      <LazyBookingForm />
    </Suspense>
  );
});

export default function BookingPage() {
  const { booking } = useBooking();
  const [returned, setReturned] = useState(false);
  const { t } = useLingui();
  return (
    <>
      <WithoutScript />
      <div className="page pt-12 pb-16 lg:pt-20 lg:pb-24 print:py-6">
        {booking ? (
          <>
            <PageHeading>{booking.chosen ? t`Your appointment` : t`Book an appointment`}</PageHeading>
            <Suspense fallback={<div className="min-h-[44rem]" />}>
              <LazyCalendarStep booking={booking} onReturn={() => setReturned(true)} />
            </Suspense>
          </>
        ) : (
          <FormStep returned={returned} />
        )}
      </div>
      <PageSection id="bring" title={t`What to Bring`} sunken className="py-16 lg:py-24 print:py-0">
        <div className="mt-6">
          <DocumentList />
        </div>
      </PageSection>
    </>
  );
}

/** `returned`: from the calendar. The button with the focus is gone, so the heading gets it. */
function FormStep({ returned }: { returned: boolean }) {
  const { contact, calendar } = useOffice();
  const { t } = useLingui();
  const top = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (returned) top.current?.querySelector('h1')?.focus();
  }, [returned]);

  return (
    <div
      ref={top}
      className="grid items-start gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] print:hidden"
    >
      <div className="min-w-0">
        <PageHeading
          lead={t`Tell us who you are, then choose a time. An appointment takes about ${{ minutes: calendar.slotMinutes }} minutes, and you’ll leave knowing your next step.`}
        >
          <Trans>Book an appointment</Trans>
        </PageHeading>
        <div className="mt-8 max-w-xl">
          <BookingForm />
        </div>
      </div>
      <div className="rounded-card border border-line bg-surface p-6 md:p-9">
        <OfficeFacts />
        {contact.address.directions.length > 0 && (
          <ul className="mt-6 flex flex-col gap-2 border-t border-line pt-6 text-sm text-muted">
            {contact.address.directions.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
