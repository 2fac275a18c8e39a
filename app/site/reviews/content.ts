import type { Office } from '#domain/business/office.ts';
import { msg, plural } from '#domain/language/message.ts';

export const heading = ({ claims }: Office) => ({
  title: msg`Leave a review`,
  headline: msg`How did we do?`,
  lead: msg`Two honest sentences help the next person more than any ad we could write.`,
  choose: msg`Choose the site you already use.`,
  description: msg`Tell others how we did. Clients give us an average of ${{ rating: claims.averageRating }} out of 5.`,
});

export const actions = { upload: msg`Upload Now`, read: msg`Read all reviews` };

export const average = {
  title: msg`Average of our clients`,
  of: msg`of 5`,
  from: (count: number) => msg`${plural({ count }, { one: 'from # review', other: 'from # reviews' })}`,
};

export const places = { title: msg`Write it here`, preparers: msg`Directory of tax preparers` };
