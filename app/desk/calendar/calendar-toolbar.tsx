import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useDayWords } from '#app/shared/format/days.ts';
import { buttonStyle } from '#app/ui/actions/button-style.ts';
import { classNames } from '#app/ui/class-names.ts';
import { msg } from '#domain/language/message.ts';
import { isPlausibleDay } from '#domain/office-time/days.ts';
import { type Place, views } from './calendar-params.ts';
import { useOfficeClock } from './office-clock.ts';

const names = {
  day: { name: msg`Day`, before: msg`Previous day`, after: msg`Next day` },
  week: { name: msg`Week`, before: msg`Previous week`, after: msg`Next week` },
} as const;

const steps = [
  { side: 'before', key: 'ArrowLeft', Icon: ChevronLeft },
  { side: 'after', key: 'ArrowRight', Icon: ChevronRight },
] as const;

export function CalendarToolbar({ place, isLoading }: { place: Place; isLoading: boolean }) {
  const { t } = useLingui();
  const { titleOf } = useDayWords();
  const today = useOfficeClock().today();
  const { view, day, days, isWide, searchOf, go } = place;
  /** What the field with the focus has, which may be a part of a day. */
  const [typed, setTyped] = useState<string | null>(null);
  const to = (changes: Parameters<typeof searchOf>[0]) => ({
    search: searchOf({ ...changes, appointment: null }),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <nav aria-label={t`Other days`} className="contents">
        <Link
          to={to({ day: today })}
          preventScrollReset
          aria-current={days.includes(today) ? 'date' : undefined}
          aria-keyshortcuts="T"
          className={buttonStyle('secondary', 'small', 'max-lg:order-1 max-lg:min-h-11')}
        >
          <Trans>Today</Trans>
        </Link>
        <span className="-mx-1 flex items-center lg:gap-1">
          {steps.map(({ side, key, Icon }) => (
            <Link
              key={side}
              to={to({ day: place[side] })}
              preventScrollReset
              aria-label={t(names[view][side])}
              aria-keyshortcuts={key}
              className="inline-flex size-11 items-center justify-center rounded-control text-ink hover:bg-action-soft lg:size-[36px]"
            >
              <Icon size={22} aria-hidden />
            </Link>
          ))}
        </span>
      </nav>
      <h2 aria-live="polite" className="figures min-w-0 flex-1 text-lg">
        {titleOf(days, !isWide)}
      </h2>
      {isLoading && (
        <span role="status" className="text-sm text-muted">
          <Trans>Loading...</Trans>
        </span>
      )}
      <span aria-hidden className="order-2 basis-full lg:hidden" />
      <label className="flex items-center gap-2 text-sm max-lg:order-3 max-lg:flex-1">
        <span className="max-lg:sr-only">{t`Go to`}</span>
        <input
          type="date"
          aria-label={t`Go to day`}
          value={typed ?? day}
          onChange={({ target }) => {
            setTyped(target.value);
            if (isPlausibleDay(target.value)) go({ day: target.value, appointment: null });
          }}
          onBlur={() => setTyped(null)}
          className="figures min-h-11 rounded-control border border-control bg-surface px-2.5 text-sm text-ink hover:border-ink max-lg:w-full lg:min-h-9"
        />
      </label>
      <nav
        aria-label={t`View`}
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
            {t(names[one].name)}
          </Link>
        ))}
      </nav>
    </div>
  );
}
