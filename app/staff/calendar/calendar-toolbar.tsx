import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { buttonStyle } from '#app/ui/actions/button-style.ts';
import { classNames } from '#app/ui/class-names.ts';
import { isPlausibleDay, views } from './calendar-params.ts';
import { titleOf, today } from './office-clock.ts';
import type { Place } from './use-calendar-params.ts';

const names = { day: 'Day', week: 'Week' } as const;

/** The shown days, and links to others. */
export function CalendarToolbar({ place, isLoading }: { place: Place; isLoading: boolean }) {
  const { view, day, days, isWide, before, after, searchOf, go } = place;
  const to = (changes: Parameters<typeof searchOf>[0]) => ({
    search: searchOf({ ...changes, appointment: null }),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <nav aria-label="Other days" className="contents">
        <Link
          to={to({ day: today() })}
          preventScrollReset
          aria-current={days.includes(today()) ? 'date' : undefined}
          aria-keyshortcuts="T"
          className={buttonStyle('secondary', 'small', 'max-lg:order-1 max-lg:min-h-11')}
        >
          Today
        </Link>
        <span className="-mx-1 flex items-center lg:gap-1">
          <StepLink to={to({ day: before })} label={`Previous ${view}`} keys="ArrowLeft">
            <ChevronLeft size={22} aria-hidden />
          </StepLink>
          <StepLink to={to({ day: after })} label={`Next ${view}`} keys="ArrowRight">
            <ChevronRight size={22} aria-hidden />
          </StepLink>
        </span>
      </nav>
      <h2 aria-live="polite" className="figures min-w-0 flex-1 text-lg">
        {titleOf(days, !isWide)}
      </h2>
      {isLoading && (
        <span role="status" className="text-sm text-muted">
          Loading...
        </span>
      )}
      <span aria-hidden className="order-2 basis-full lg:hidden" />
      <label className="flex items-center gap-2 text-sm max-lg:order-3 max-lg:flex-1">
        <span className="max-lg:sr-only">Go to</span>
        <input
          type="date"
          aria-label="Go to day"
          // A new day needs a new field, since React doesn't reset a partly typed date.
          key={day}
          defaultValue={day}
          onChange={({ target }) =>
            isPlausibleDay(target.value) && go({ day: target.value, appointment: null })
          }
          className="figures min-h-11 rounded-control border border-control bg-surface px-2.5 text-sm text-ink hover:border-ink max-lg:w-full lg:min-h-9"
        />
      </label>
      <nav
        aria-label="View"
        className="flex rounded-control border border-control bg-surface p-0.5 max-lg:order-4"
      >
        {views.map((one) => (
          <Link
            key={one}
            to={to({ view: one })}
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

interface StepLinkProps {
  to: { search: string };
  label: string;
  keys: string;
  children: ReactNode;
}

function StepLink({ to, label, keys, children }: StepLinkProps) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-label={label}
      aria-keyshortcuts={keys}
      className="inline-flex size-11 items-center justify-center rounded-control text-ink hover:bg-action-soft lg:size-[36px]"
    >
      {children}
    </Link>
  );
}
