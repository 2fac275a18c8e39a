import type { Business } from './business.ts';

export type Review = Business['reviews']['items'][number];

/** The services that reviews can be filtered by. Each matches as a word in the review's service. */
export const reviewServices = ['personal', 'business', 'planning', 'bookkeeping', 'formation'] as const;
export type ReviewService = (typeof reviewServices)[number];

export const ratings = [5, 4, 3, 2, 1] as const;
export type Rating = (typeof ratings)[number];

export interface ReviewFilter {
  rating: Rating | 'all';
  service: ReviewService | 'all';
}

/** The reviews with exactly this rating, whose service contains the word, ignoring case. */
export function filterReviews<R extends Pick<Review, 'rating' | 'service'>>(
  reviews: readonly R[],
  { rating, service }: ReviewFilter,
): R[] {
  return reviews.filter(
    (review) =>
      (rating === 'all' || review.rating === rating) &&
      (service === 'all' || review.service.toLowerCase().includes(service)),
  );
}

/** Rounded to one decimal place; null without reviews. */
export function averageRating(reviews: readonly Pick<Review, 'rating'>[]): number | null {
  if (reviews.length === 0) return null;
  const sum = reviews.reduce((total, review) => total + review.rating, 0);
  return Math.round((sum / reviews.length) * 10) / 10;
}

/** The number of reviews per rating, best first, and its percentage of all reviews, rounded. */
export function ratingBreakdown(reviews: readonly Pick<Review, 'rating'>[]) {
  return ratings.map((rating) => {
    const count = reviews.filter((review) => review.rating === rating).length;
    return { rating, count, percent: reviews.length ? Math.round((count / reviews.length) * 100) : 0 };
  });
}
