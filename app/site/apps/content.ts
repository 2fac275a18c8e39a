import type { Business } from '#domain/business/business.ts';
import type { Office } from '#domain/business/office.ts';
import type { Formats } from '#domain/language/formats.ts';
import { msg } from '#domain/language/message.ts';

export const heading = (apps: Business['apps']) => {
  const has = (id: string) => apps.some((app) => app.id === id);
  const names = apps.filter((app) => !app.comingSoon).map((app) => app.name);
  return {
    title: msg`Apps`,
    headline: apps.length > 0 ? msg`Apps we made` : msg`Apps we build for you`,
    lead:
      has('client') && has('bookkeeping')
        ? msg`One sends us your documents. Another keeps your books.`
        : null,
    description:
      names.length > 0
        ? msg`${{ apps: names.join(', ') }}: our apps for iPhone and Android, and apps we build for others.`
        : msg`Apps for iPhone and Android that we build for others.`,
  };
};

export const leisure = {
  title: msg`Our other apps`,
  text: msg`These have nothing to do with your documents or your account. We made them for ourselves, and other people liked them too.`,
};

export const badges = (app: string) => msg`${{ app }} for your phone`;
export const rating = (stars: number) => msg`${{ rating: stars }}/5 in the stores`;
export const comingSoon = msg`Coming Soon`;

export const custom = ({ prices }: Office, { dollars }: Formats) => ({
  title: msg`Your own app`,
  text: msg`Do you have an idea for an app? We design it, build it for iPhone and Android, and put it in the app stores. From ${{ price: dollars(prices.digital.mobileAppFrom) }}.`,
  more: msg`What we build`,
});

export const end = msg`Tell us what it should do. We’ll tell you what it takes.`;
