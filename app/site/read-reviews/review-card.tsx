import { BadgeCheck } from 'lucide-react';
import { monthAndYear } from '#app/shared/facts.ts';
import type { Review } from '#domain/business/reviews.ts';
import { Stars } from './stars.tsx';

export function ReviewCard({ review }: { review: Review }) {
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
