import type { MessageDescriptor } from '@lingui/core';
import type { Office } from '#domain/business/office.ts';
import type { ReviewService } from '#domain/business/reviews.ts';
import { msg, plural } from '#domain/language/message.ts';

export const heading = ({ name }: Office) => ({
  title: msg`Read reviews`,
  headline: msg`What clients say when we’re not in the room`,
  lead: msg`Copied word for word from public review sites.`,
  description: msg`Client reviews of ${{ name }}: personal and business returns, planning, bookkeeping, and company formation.`,
});

export const stars = (count: number) => msg`${plural({ count }, { one: '# star', other: '# stars' })}`;

export const labels = {
  reviews: msg`Reviews`,
  rating: msg`Rating`,
  service: msg`Service`,
  anyRating: msg`All ratings`,
  elsewhere: msg`Read more on the review sites`,
  none: msg`No reviews match. Try another rating or service.`,
};

export const serviceLabels: Record<ReviewService | 'all', MessageDescriptor> = {
  all: msg`All services`,
  personal: msg({ message: 'Personal', context: 'service' }),
  business: msg({ message: 'Business', context: 'service' }),
  planning: msg({ message: 'Planning', context: 'service' }),
  bookkeeping: msg({ message: 'Bookkeeping', context: 'service' }),
  formation: msg({ message: 'Formation', context: 'service' }),
};

export const end = {
  title: msg`The next one could be about your year.`,
  start: msg`Get Started Today`,
  write: msg`Leave a Review`,
};
