/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { averageRating, filterReviews, ratingBreakdown, ratings, reviewServices } from './reviews.ts';

const reviews = [
  { id: 'a', rating: 5, service: 'Personal Tax Preparation' },
  { id: 'b', rating: 4, service: 'BUSINESS returns' },
  { id: 'c', rating: 5, service: 'Bookkeeping for a small business' },
  { id: 'd', rating: 2, service: 'LLC Formation' },
];
const found = (...filter: [Parameters<typeof filterReviews>[1]]) =>
  filterReviews(reviews, ...filter).map((review) => review.id);

test.each([
  ['all', 'all', ['a', 'b', 'c', 'd']],
  [5, 'all', ['a', 'c']],
  [3, 'all', []],
  ['all', 'business', ['b', 'c']],
  ['all', 'bookkeeping', ['c']],
  ['all', 'planning', []],
  [4, 'business', ['b']],
  [5, 'formation', []],
] as const)('rating %s and service %s find %j', (rating, service, ids) => {
  expect(found({ rating, service })).toEqual(ids);
});

test('rounds the average to one decimal place; without reviews there is none', () => {
  expect(averageRating(reviews)).toBe(4);
  expect(averageRating([{ rating: 5 }, { rating: 5 }, { rating: 4 }])).toBe(4.7);
  expect(averageRating([])).toBeNull();
});

test('the breakdown counts every rating, best first', () => {
  expect(ratingBreakdown(reviews)).toEqual([
    { rating: 5, count: 2, percent: 50 },
    { rating: 4, count: 1, percent: 25 },
    { rating: 3, count: 0, percent: 0 },
    { rating: 2, count: 1, percent: 25 },
    { rating: 1, count: 0, percent: 0 },
  ]);
  expect(ratingBreakdown([]).every(({ count, percent }) => count === 0 && percent === 0)).toBe(true);
});

const review = fc.record({
  rating: fc.constantFrom(...ratings),
  service: fc.oneof(fc.string(), fc.constantFrom('Tax Planning', 'personal', 'BUSINESS formation')),
});

test('for any reviews, "all" keeps all, the ratings add up, and the average is in between', () => {
  fc.assert(
    fc.property(fc.array(review), fc.constantFrom('all' as const, ...reviewServices), (list, service) => {
      const matching = filterReviews(list, { rating: 'all', service });
      const parts = ratings.map((rating) => filterReviews(list, { rating, service }).length);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(matching.length);
      if (service === 'all') expect(matching).toEqual(list);
      expect(ratingBreakdown(list).reduce((sum, { count }) => sum + count, 0)).toBe(list.length);
      const average = averageRating(list);
      if (average !== null) {
        expect(average).toBeGreaterThanOrEqual(Math.min(...list.map(({ rating }) => rating)));
        expect(average).toBeLessThanOrEqual(Math.max(...list.map(({ rating }) => rating)));
      }
    }),
  );
});
