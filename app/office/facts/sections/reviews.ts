import { msg, plural } from '#domain/language/message.ts';
import type { FactsSection } from '../model/fields.ts';

const stars = [5, 4, 3, 2, 1];

export const reviews: FactsSection = {
  path: 'reviews',
  title: msg`Reviews`,
  groups: [
    {
      title: msg`Reviews on your site`,
      hint: msg`Publish only what clients wrote, in their words.`,
      pages: ['/read-reviews'],
      fields: [
        {
          kind: 'rows',
          path: 'reviews.items',
          label: msg`Reviews`,
          words: {
            add: msg`Add a review`,
            fresh: msg`New review`,
            numbered: (number) => msg`Review ${{ number }}`,
          },
          namedBy: 'title',
          hasIds: true,
          isFolded: true,
          blank: {
            name: '',
            rating: 5,
            service: '',
            date: '',
            title: '',
            review: '',
            platform: '',
            verified: false,
          },
          fields: [
            { kind: 'text', path: 'title', label: msg`Title` },
            { kind: 'long', path: 'review', label: msg`Review` },
            { kind: 'text', path: 'name', label: msg`Written by`, hint: msg`First name and initial.` },
            {
              kind: 'choice',
              path: 'rating',
              label: msg`Stars`,
              isNumber: true,
              options: stars.map((stars) => ({
                value: String(stars),
                label: msg`${plural({ stars }, { one: '# star', other: '# stars' })}`,
              })),
            },
            { kind: 'date', path: 'date', label: msg`Date` },
            { kind: 'text', path: 'service', label: msg`Service` },
            { kind: 'text', path: 'platform', label: msg`Where they wrote it`, hint: msg`Such as Google.` },
            { kind: 'switch', path: 'verified', label: msg`That site checked that they were a client` },
          ],
        },
      ],
    },
    {
      title: msg`Ratings on other sites`,
      pages: ['/read-reviews', '/reviews'],
      fields: [
        {
          kind: 'rows',
          path: 'reviews.tallies',
          label: msg`Ratings on other sites`,
          words: {
            add: msg`Add a rating`,
            fresh: msg`New rating`,
            numbered: (number) => msg`Rating ${{ number }}`,
          },
          namedBy: 'platform',
          blank: { platform: '', rating: '', count: '', url: '' },
          fields: [
            { kind: 'text', path: 'platform', label: msg`Site`, hint: msg`Such as Google.` },
            { kind: 'decimal', path: 'rating', label: msg`Average`, unit: msg`stars` },
            { kind: 'count', path: 'count', label: msg`Number of reviews` },
            { kind: 'url', path: 'url', label: msg`Link` },
          ],
        },
      ],
    },
    {
      title: msg`Where clients can write a review`,
      pages: ['/reviews'],
      fields: [
        {
          kind: 'rows',
          path: 'reviews.writeOn',
          label: msg`Where to write a review`,
          words: {
            add: msg`Add a site`,
            fresh: msg`New site`,
            numbered: (number) => msg`Site ${{ number }}`,
          },
          namedBy: 'label',
          blank: { label: '', kind: 'consumer', url: '' },
          fields: [
            { kind: 'text', path: 'label', label: msg`Site` },
            {
              kind: 'choice',
              path: 'kind',
              label: msg`Kind`,
              options: [
                { value: 'consumer', label: msg`Reviews of any business` },
                { value: 'preparers', label: msg`A directory of tax preparers` },
              ],
            },
            { kind: 'url', path: 'url', label: msg`Link` },
          ],
        },
      ],
    },
  ],
};
