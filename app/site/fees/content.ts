import type { MessageDescriptor } from '@lingui/core';
import { lowestPrice } from '#app/shared/facts.ts';
import type { Office } from '#domain/business/office.ts';
import type { Formats } from '#domain/language/formats.ts';
import { msg } from '#domain/language/message.ts';

export const heading = (office: Office, { dollars }: Formats) => {
  const { prices, service } = office;
  const price = dollars(lowestPrice(office));
  return {
    title: msg`Prices`,
    headline: msg`One price for the whole return`,
    lead: [
      msg`Your price in the range depends on how many forms you need.`,
      ...(prices.stateFilingIncluded
        ? [msg`State filing is included in all ${{ states: service.states }} states.`]
        : []),
    ],
    description: prices.stateFilingIncluded
      ? msg`Tax returns from ${{ price }}, state filing included. Every price on one page.`
      : msg`Tax returns from ${{ price }}. Every price on one page.`,
  };
};

/** The audience of each tier, by its id. */
export const audiences: Record<string, MessageDescriptor> = {
  personal: msg`Wages, family, school, and savings.`,
  'side-jobs': msg`All of that, plus self-employment.`,
  business: msg`A company that files its own return.`,
};

/** The tiers that are compared, by their ids. An office may have others. */
export const comparedTiers: readonly string[] = ['personal', 'side-jobs', 'business'];

/** What each of these tiers includes, line by line. */
export const comparison = [
  { label: msg`Federal and state e-filing`, included: [true, true, true] },
  { label: msg`A call or text with your preparer`, included: [true, true, true] },
  { label: msg`Copies in your account`, included: [true, true, true] },
  { label: msg`W-2 wages, interest, retirement`, included: [true, true, false] },
  { label: msg`Children, school, and daycare`, included: [true, true, false] },
  { label: msg`Self-employed work, including a one-owner LLC (Schedule C)`, included: [false, true, false] },
  { label: msg`Stocks, crypto, and rental income`, included: [false, true, true] },
  {
    label: msg`Returns for S-Corps, C-Corps, partnerships, and LLCs with partners`,
    included: [false, false, true],
  },
  { label: msg`K-1 forms for every owner`, included: [false, false, true] },
];

export const guarantee = ({ prices: { plans } }: Office, { dollars }: Formats) => ({
  title: msg`If we make a mistake`,
  paragraphs: [
    msg`If it’s our mistake, we fix it for free. The guarantee doesn’t cover penalties and interest. You pay when your return is complete, before we e-file it.`,
    msg`For business returns over ${{ amount: dollars(plans.overAmount) }}, you can pay in ${{ from: plans.installmentsFrom }} or ${{ to: plans.installmentsTo }} installments.`,
  ],
});
