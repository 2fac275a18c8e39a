import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { monthAndYear } from '#app/shared/facts.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import facts from '#business/reviews';
import type { Business } from '#domain/business/business.ts';
import type { Review } from '#domain/business/reviews.ts';
import { filterReviews, type ReviewFilter } from '#domain/business/reviews.ts';
import { CallToAction, uploadInstead } from '../blocks/call-to-action.tsx';
import { reviewData } from '../machine-readable/structured-data.ts';
import { Breakdown } from './breakdown.tsx';
import { heading } from './content.ts';
import { Filters } from './filters.tsx';
import { Stars } from './stars.tsx';

const { reviews } = facts as Business;

const { items, tallies } = reviews;

export const meta = () => [
  ...pageMeta({ title: heading.title, description: heading.description, path: '/read-reviews' }),
  reviewData(items),
];

export default function ReadReviews() {
  const [filter, setFilter] = useState<ReviewFilter>({ rating: 'all', service: 'all' });
  const shown = filterReviews(items, filter);
  return (
    <>
      <div className="page grid items-start gap-x-20 gap-y-10 pt-12 pb-14 lg:grid-cols-[1.15fr_1fr] lg:pt-20 lg:pb-20">
        <PageHeading lead={heading.lead}>{heading.headline}</PageHeading>
        <Breakdown reviews={items} />
      </div>
      <section aria-label="Reviews" className="bg-sunken">
        <div className="page py-12 lg:py-20">
          <Filters filter={filter} onChange={setFilter} />
          <p role="status" className="figures mt-8 mb-4 text-sm text-muted">
            Showing {shown.length} of {items.length} reviews
          </p>
          <ul className="gap-5 md:columns-2">
            {shown.map((review) => (
              <ReviewCard key={review.id} review={review} />
            ))}
          </ul>
          {shown.length === 0 && <p className="text-lg">{heading.none}</p>}
        </div>
      </section>
      <section aria-labelledby="elsewhere" className="page py-14 lg:py-20">
        <h2 id="elsewhere" className="text-2xl">
          {heading.elsewhere}
        </h2>
        <ul className="figures mt-6 grid gap-x-10 md:grid-cols-3">
          {tallies.map((tally) => (
            <li key={tally.platform} className="border-t border-control">
              <SmartLink to={tally.url} className="flex min-h-20 items-center justify-between gap-4">
                <span>
                  <span className="link block font-display text-xl">{tally.platform}</span>
                  <span className="text-sm text-muted">{tally.count} reviews</span>
                </span>
                <span className="font-display text-2xl">{tally.rating}</span>
              </SmartLink>
            </li>
          ))}
        </ul>
      </section>
      <CallToAction
        title="The next one could be about your year."
        ways={[
          uploadInstead({ to: '/signup', label: 'Get Started Today' }),
          { to: '/reviews', label: 'Leave a Review' },
        ]}
      />
    </>
  );
}

function ReviewCard({ review }: { review: Review }) {
  return (
    <li className="mb-5 break-inside-avoid rounded-card border border-line bg-surface p-6 md:p-7">
      <article aria-labelledby={review.id}>
        <Stars rating={review.rating} />
        <h2 id={review.id} className="mt-3 text-xl">
          {review.title}
        </h2>
        <p className="mt-2">{review.review}</p>
        <p className="figures mt-4 border-t border-line pt-4 text-sm text-muted">
          <span className="font-semibold text-ink">{review.name}</span>
          {review.verified && (
            <span className="ml-2 inline-flex items-center gap-1 align-bottom text-success">
              <BadgeCheck size={18} aria-hidden />
              Verified
            </span>
          )}
          <span className="block">
            {review.service}, {monthAndYear(review.date.slice(0, 7))}, on {review.platform}
          </span>
        </p>
      </article>
    </li>
  );
}
