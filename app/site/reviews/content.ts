import { business } from '#app/business.ts';

export const heading = {
  title: 'Leave a review',
  headline: 'How did we do?',
  lead: 'Two honest sentences help the next person more than any advertisement of ours. Choose the site you already use.',
  description: `Tell others how we did. Clients give us ${business.claims.averageRating} of 5 on average.`,
};

export const actions = { upload: 'Upload Now', read: 'Read all reviews' };

export const average = {
  title: 'Average of our clients',
  of: 'of 5',
  from: (count: number) => `from ${count} reviews`,
};

export const places = { title: 'Write it here', preparers: 'Directory of tax preparers' };
