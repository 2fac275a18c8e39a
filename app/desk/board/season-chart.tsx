import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '#app/language/language.tsx';
import { locales } from '#domain/language/language.ts';
import { daysBetween, makeDay } from '#domain/office-time/days.ts';
import { useOfficeClock } from '../calendar/office-clock.ts';
import { type SeasonWeek, seasonQuery } from './board-query.ts';

/** Weeks of a year, the last one with a day or two. */
export const WEEKS = 53;

const WIDTH = 240;
const HEIGHT = 48;

/** How far the season is, week by week, beside last year: forms received and returns e-filed. */
export function SeasonChart({ year }: { year: number }) {
  const { t } = useLingui();
  const { data: weeks } = useQuery(seasonQuery(year));
  if (!weeks) return null;
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-3">
      <Chart title={t`Forms received`} weeks={weeks} year={year} of="received" />
      <Chart title={t`Returns e-filed`} weeks={weeks} year={year} of="filed" />
    </div>
  );
}

interface ChartProps {
  title: string;
  weeks: readonly SeasonWeek[];
  year: number;
  of: 'received' | 'filed';
}

function Chart({ title, weeks, year, of }: ChartProps) {
  const { t } = useLingui();
  const today = useOfficeClock().today();
  const count = new Intl.NumberFormat(locales[useLanguage()]).format;
  const isOver = today > makeDay(year, 12, 31);
  const last = isOver ? WEEKS - 1 : weekOfDay(daysBetween(makeDay(year, 1, 1), today));
  const now = runningTotals(weeks, { year, of, last });
  const before = runningTotals(weeks, { year: year - 1, of });
  const most = Math.max(1, ...now, ...before);
  const [total, lastYear] = [now[last] ?? 0, before[last] ?? 0];
  return (
    <figure className="flex items-center gap-4">
      <figcaption className="text-sm">
        <span className="block text-muted">{title}</span>
        <strong className="figures text-lg">{count(total)}</strong>{' '}
        <span className="figures text-muted">
          <Trans>
            {{ lastYear: count(lastYear) }} by now in {{ year: String(year - 1) }}
          </Trans>
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={t`${title}: ${{ total: count(total) }} in ${{ year }}, ${{ lastYear: count(lastYear) }} by now in ${{ before: year - 1 }}`}
        className="max-sm:hidden"
      >
        <path
          d={lineOf(before, most)}
          className="fill-none stroke-control"
          strokeWidth={2}
          strokeDasharray="3 3"
        />
        <path d={lineOf(now, most)} className="fill-none stroke-action" strokeWidth={2} />
      </svg>
    </figure>
  );
}

function lineOf(totals: readonly number[], most: number): string {
  return totals
    .map((total, week) => {
      const [x, y] = [(week / (WEEKS - 1)) * WIDTH, HEIGHT - 2 - (total / most) * (HEIGHT - 4)];
      return `${week === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

/** The total at the end of each week of a year, from January 1 to week `last`, which is counted from 0. */
export function runningTotals(
  weeks: readonly SeasonWeek[],
  { year, of, last = WEEKS - 1 }: { year: number; of: 'received' | 'filed'; last?: number },
): number[] {
  const byWeek = new Map(weeks.filter((one) => one.year === year).map((one) => [one.week, one[of]]));
  let total = 0;
  return Array.from({ length: last + 1 }, (_, week) => {
    total += byWeek.get(week) ?? 0;
    return total;
  });
}

/** The week of a moment, as the database counts them: 0 is January 1 to 7. `dayOfYear` begins with 0. */
export const weekOfDay = (dayOfYear: number): number => Math.min(WEEKS - 1, Math.floor(dayOfYear / 7));
