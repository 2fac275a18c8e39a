import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { buttonStyle } from '#app/ui/button-style.ts';
import { classNames } from '#app/ui/class-names.ts';
import { isLikelyDay, views } from './calendar-address.ts';
import { titleOf, today } from './office-clock.ts';
import type { Place } from './use-place.ts';

const names = { day: 'Day', week: 'Week' } as const;

/** Which days are shown, and the way to others. Each is an address of its own. */
export function CalendarToolbar({ place }: { place: Place }) {
  const { view, day, days, before, after, searchOf, go } = place;
  const isNow = days.includes(today());
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <nav aria-label="Days" className="flex items-center gap-1 max-lg:order-2">
        <Link
          to={{ search: searchOf({ day: today(), appointment: null }) }}
          preventScrollReset
          aria-current={isNow ? 'date' : undefined}
          aria-keyshortcuts="T"
          className={buttonStyle('secondary', 'small', 'max-lg:min-h-11')}
        >
          Today
        </Link>
        <StepLink
          to={searchOf({ day: before, appointment: null })}
          label={`Previous ${view}`}
          keys="ArrowLeft"
        >
          <ChevronLeft size={22} aria-hidden />
        </StepLink>
        <StepLink to={searchOf({ day: after, appointment: null })} label={`Next ${view}`} keys="ArrowRight">
          <ChevronRight size={22} aria-hidden />
        </StepLink>
      </nav>
      <h2
        id="calendar-title"
        aria-live="polite"
        className="figures min-w-0 flex-1 text-lg max-lg:order-1 max-lg:basis-full"
      >
        {titleOf(days)}
      </h2>
      <label className="flex items-center gap-2 text-sm max-lg:order-4">
        <span className="max-lg:sr-only">Go to</span>
        <input
          type="date"
          aria-label="Go to day"
          // Another day chosen elsewhere begins another field: React leaves half a date that is being typed alone.
          key={day}
          defaultValue={day}
          onChange={({ target }) => isLikelyDay(target.value) && go({ day: target.value, appointment: null })}
          className="figures min-h-11 rounded-control border border-control bg-surface px-2.5 text-sm text-ink hover:border-ink lg:min-h-9"
        />
      </label>
      <nav
        aria-label="View"
        className="flex rounded-control border border-control bg-surface p-0.5 max-lg:order-3 max-lg:ml-auto"
      >
        {views.map((one) => (
          <Link
            key={one}
            to={{ search: searchOf({ view: one, appointment: null }) }}
            preventScrollReset
            aria-current={one === view ? 'true' : undefined}
            className={classNames(
              'flex min-h-10 items-center rounded-[0.45rem] px-3.5 text-sm font-semibold no-underline lg:min-h-8',
              one === view ? 'bg-action text-on-action' : 'text-ink hover:bg-action-soft',
            )}
          >
            {names[one]}
          </Link>
        ))}
      </nav>
    </div>
  );
}

function StepLink({
  to,
  label,
  keys,
  children,
}: {
  to: string;
  label: string;
  keys: string;
  children: React.ReactNode;
}) {
  return (
    <Link
      to={{ search: to }}
      preventScrollReset
      aria-label={label}
      aria-keyshortcuts={keys}
      className="inline-flex size-11 items-center justify-center rounded-control text-ink hover:bg-action-soft lg:size-[36px]"
    >
      {children}
    </Link>
  );
}
