import { business } from '#app/business.ts';
import type { ReviewService } from '#domain/business/reviews.ts';

export const heading = {
  title: 'Read reviews',
  headline: 'What clients say when we are not in the room',
  lead: 'Copied word for word from public review sites.',
  description: `Reviews of ${business.name} by its clients: personal and business returns, planning, bookkeeping and company formation.`,
  elsewhere: 'Read more where they were written',
  none: 'No review matches both choices. Try another rating or service.',
};

export const serviceLabels: Record<ReviewService | 'all', string> = {
  all: 'All services',
  personal: 'Personal',
  business: 'Business',
  planning: 'Planning',
  bookkeeping: 'Bookkeeping',
  formation: 'Formation',
};
