import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { averageRating, type Review, ratingBreakdown } from '#domain/business/reviews.ts';
import { stars } from './content.ts';
import { Stars } from './stars.tsx';

/** The average, and a bar for each rating. A table, with the numbers beside the bars. */
export function Breakdown({ reviews }: { reviews: readonly Review[] }) {
  const { t } = useLingui();
  const average = averageRating(reviews);
  if (average === null) return null;
  return (
    <figure className="rounded-card border border-line bg-surface p-6 md:p-8">
      <figcaption className="figures flex flex-wrap items-center gap-x-5 gap-y-2">
        <span className="font-display text-4xl">{average.toFixed(1)}</span>
        <span>
          <Stars rating={average} />
          <span className="block text-sm text-muted">
            <Plural
              value={{ count: reviews.length }}
              one="average of # review"
              other="average of these # reviews"
            />
          </span>
        </span>
      </figcaption>
      <table className="figures mt-5 w-full border-collapse text-sm">
        <caption className="sr-only">
          <Trans>Ratings</Trans>
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">
              <Trans>Stars</Trans>
            </th>
            <th scope="col">
              <Trans context="part of a whole">Share</Trans>
            </th>
            <th scope="col">
              <Trans>Reviews</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {ratingBreakdown(reviews).map(({ rating, count, percent }) => (
            <tr key={rating}>
              <th scope="row" className="w-16 py-1.5 text-left font-normal whitespace-nowrap">
                {t(stars(rating))}
              </th>
              <td className="px-3 py-1.5">
                <svg
                  viewBox="0 0 100 10"
                  preserveAspectRatio="none"
                  aria-hidden="true"
                  className="h-2.5 w-full overflow-hidden rounded-full"
                >
                  <rect width="100" height="10" className="fill-sunken" />
                  <rect width={percent} height="10" className="fill-action" />
                </svg>
                <span className="sr-only">{percent}%</span>
              </td>
              <td className="w-6 py-1.5 text-right">{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
