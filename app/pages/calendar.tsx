import { Trans } from '@lingui/react/macro';
import { Calendar } from '#app/booking/manage/calendar.tsx';
import { LoadingTimes } from '#app/booking/picker/time-picker.tsx';
import { Link } from '#app/language/links.tsx';
import { useHydrated } from '#app/shared/browser/use-hydrated.ts';
import { unlistedMeta } from '#app/shared/meta.ts';
import { Logo } from '#app/shared/shell/logo.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
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
          <Calendar />
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
