import { lowestPrice } from '#app/shared/facts.ts';
import type { Office } from '#domain/business/office.ts';
import type { Formats } from '#domain/language/formats.ts';
import { msg } from '#domain/language/message.ts';

export const description = (office: Office, { dollars }: Formats) =>
  msg`Tax preparation in ${{ state: office.state }} and online in every state. Upload your documents, approve your return, and we e-file it. From ${{ price: dollars(lowestPrice(office)) }}.`;

export const hero = ({ state }: Office) => ({
  headline: msg`Taxes done right, by people you can call.`,
  lead: msg`Take photos of your documents at home. A preparer in ${{ state }} does your return, goes over it with you, and e-files it when you say yes.`,
  start: msg`Get Started`,
  file: msg`Start Filing Now`,
  quote: msg`Free Quote`,
});

export const numbers = ({ claims }: Office, { count }: Formats) => ({
  label: msg`Our office in numbers`,
  items: [
    { value: `${claims.yearsInBusiness}+`, label: msg`years of tax seasons` },
    { value: `${count(claims.clients)}+`, label: msg`clients` },
    { value: `${count(claims.returns)}+`, label: msg`returns prepared` },
    { value: `${claims.averageRating}/5`, label: msg`average review` },
  ],
});
