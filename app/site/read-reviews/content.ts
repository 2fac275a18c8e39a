import type { MessageDescriptor } from '@lingui/core';
import type { Office } from '#domain/business/office.ts';
import type { ReviewService } from '#domain/business/reviews.ts';
import { msg, plural } from '#domain/language/message.ts';

export const heading = ({ name }: Office) => ({
  title: msg`Read reviews`,
  lead: msg`Copied word for word from public review sites.`,
  description: msg`Client reviews of ${{ name }}: personal and business returns, planning, bookkeeping, and company formation.`,
});

export const stars = (count: number) => msg`${plural({ count }, { one: '# star', other: '# stars' })}`;

export const labels = {
  anyRating: msg`All ratings`,
};

export const serviceLabels: Record<ReviewService | 'all', MessageDescriptor> = {
  all: msg`All services`,
  personal: msg({ message: 'Personal', context: 'service' }),
  business: msg({ message: 'Business', context: 'service' }),
  planning: msg({ message: 'Planning', context: 'service' }),
  bookkeeping: msg({ message: 'Bookkeeping', context: 'service' }),
  formation: msg({ message: 'Formation', context: 'service' }),
};
