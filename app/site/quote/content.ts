import { lowestPrice } from '#app/shared/facts.ts';
import type { Office } from '#domain/business/office.ts';
import type { Formats } from '#domain/language/formats.ts';
import { msg } from '#domain/language/message.ts';

export const heading = (office: Office, { dollars }: Formats) => ({
  title: msg`Free quote`,
  headline: msg`Your free quote`,
  lead: msg`Answer up to four short questions and see your price. No name needed, and nothing is sent.`,
  description: msg`What your tax return costs, in up to four short questions. Returns from ${{ price: dollars(lowestPrice(office)) }}.`,
});

/** For browsers without JavaScript. */
export const withoutScript = msg`The questions need JavaScript, but it’s turned off in your browser. The prices are still on this page. Call us, and we’ll gladly tell you which one is yours:`;
