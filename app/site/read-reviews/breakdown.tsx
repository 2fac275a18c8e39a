import { averageRating, type Review, ratingBreakdown } from '#domain/business/reviews.ts';
import { Stars } from './stars.tsx';

/** The average, and a bar for each rating. A table, with the numbers beside the bars. */
export function Breakdown({ reviews }: { reviews: readonly Review[] }) {
  const average = averageRating(reviews);
  if (average === null) return null;
  return (
    <figure className="rounded-card border border-line bg-surface p-6 md:p-8">
      <figcaption className="figures flex flex-wrap items-center gap-x-5 gap-y-2">
        <span className="font-display text-4xl">{average.toFixed(1)}</span>
        <span>
          <Stars rating={average} />
          <span className="block text-sm text-muted">average of these {reviews.length} reviews</span>
        </span>
      </figcaption>
      <table className="figures mt-5 w-full border-collapse text-sm">
        <caption className="sr-only">Ratings</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Stars</th>
            <th scope="col">Share</th>
            <th scope="col">Reviews</th>
          </tr>
        </thead>
        <tbody>
          {ratingBreakdown(reviews).map(({ rating, count, percent }) => (
            <tr key={rating}>
              <th scope="row" className="w-16 py-1.5 text-left font-normal whitespace-nowrap">
                {rating} {rating === 1 ? 'star' : 'stars'}
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
