import { formatRange } from '#app/shared/facts.ts';
import type { Office } from '#domain/business/office.ts';
import { msg } from '#domain/language/message.ts';

export const heading = ({ state }: Office) => ({
  title: msg`Tax preparation and business services`,
  headline: msg`What we can take off your desk`,
  lead: msg`One office for your return, your books, and your business. A person you know does the work and answers the phone.`,
  description: msg`Personal and business tax returns, planning, bookkeeping, business formation, and digital work, in ${{ state }} and online.`,
});

export const process = ({ service }: Office) => ({
  title: msg`How it works`,
  steps: [
    {
      title: msg`You send your documents`,
      text: msg`Send photos or PDFs from home, or come in. We’ll tell you if anything is missing.`,
    },
    {
      title: msg`We prepare and ask`,
      text: msg`A personal return usually takes ${{ personalDays: formatRange(service.personalReturnDays) }} business days, a business return ${{ businessDays: formatRange(service.businessReturnDays) }}.`,
    },
    {
      title: msg`You approve, we e-file`,
      text: msg`You read it first. Then it goes to the IRS and your state.`,
    },
  ],
});

export const labels = {
  price: msg`Price:`,
  step: (step: number) => msg`Step ${{ step }}`,
};

export const end = {
  title: msg`Not sure which one you need? Send us your documents, and we’ll tell you.`,
  signedIn: msg`Upload Now`,
  visitor: msg`How to upload`,
  prices: msg`See the prices`,
};
