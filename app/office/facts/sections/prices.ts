import { msg } from '#domain/language/message.ts';
import type { FactsSection, RowField } from '../model/fields.ts';

const priceRange: readonly RowField[] = [
  { kind: 'text', path: 'name', label: msg`Name` },
  { kind: 'money', path: 'from', label: msg`From` },
  { kind: 'money', path: 'to', label: msg`To` },
];

export const prices: FactsSection = {
  path: 'prices',
  title: msg`Prices and services`,
  groups: [
    {
      title: msg`Tax returns`,
      pages: ['/fees', '/tax-preparation-services'],
      fields: [
        {
          kind: 'rows',
          path: 'prices.tiers',
          label: msg`Prices of tax returns`,
          words: {
            add: msg`Add a price`,
            fresh: msg`New price`,
            numbered: (number) => msg`Price ${{ number }}`,
          },
          namedBy: 'name',
          hasIds: true,
          blank: { name: '', from: '', to: '', popular: false },
          fields: [...priceRange, { kind: 'switch', path: 'popular', label: msg`Mark as “most popular”` }],
        },
        {
          kind: 'switch',
          path: 'prices.stateFilingIncluded',
          label: msg`The state return is included in these prices`,
        },
      ],
    },
    {
      title: msg`Other services`,
      pages: ['/fees', '/tax-preparation-services'],
      fields: [
        {
          kind: 'rows',
          path: 'prices.extras',
          label: msg`Prices of other services`,
          words: {
            add: msg`Add a service`,
            fresh: msg`New service`,
            numbered: (number) => msg`Service ${{ number }}`,
          },
          namedBy: 'name',
          hasIds: true,
          blank: { name: '', amount: '', per: null },
          fields: [
            { kind: 'text', path: 'name', label: msg`Name` },
            { kind: 'money', path: 'amount', label: msg`Price` },
            {
              kind: 'choice',
              path: 'per',
              label: msg`Charged`,
              none: msg`Once`,
              options: [
                { value: 'month', label: msg`Every month` },
                { value: 'year', label: msg`Every year` },
              ],
            },
          ],
        },
        {
          kind: 'money',
          path: 'prices.planningFrom',
          label: msg`An hour of tax planning, from`,
          hint: msg`If it is empty, the site says that you agree on the price.`,
          optional: true,
        },
      ],
    },
    {
      title: msg`Results of the quote`,
      hint: msg`Visitors who answer the questions on the quote page see one of these four.`,
      pages: ['/quote'],
      fields: [
        {
          kind: 'rows',
          path: 'prices.quote',
          label: msg`Results of the quote`,
          words: {
            add: msg`Add a result`,
            fresh: msg`New result`,
            numbered: (number) => msg`Result ${{ number }}`,
          },
          namedBy: 'name',
          isFixed: true,
          blank: {},
          fields: [...priceRange, { kind: 'switch', path: 'mostCommon', label: msg`Mark as “most common”` }],
        },
      ],
    },
    {
      title: msg`Websites and apps`,
      pages: ['/website-services'],
      fields: [
        { kind: 'money', path: 'prices.digital.websiteFrom', label: msg`A website, from` },
        { kind: 'money', path: 'prices.digital.shopFrom', label: msg`An online shop, from` },
        { kind: 'money', path: 'prices.digital.mobileAppFrom', label: msg`A mobile app, from` },
        {
          kind: 'count',
          path: 'prices.digital.moneyBackDays',
          label: msg`Money-back guarantee`,
          unit: msg`days`,
        },
      ],
    },
    {
      title: msg`Payment plans`,
      pages: ['/fees', '/payment'],
      fields: [
        { kind: 'money', path: 'prices.plans.overAmount', label: msg`For bills over` },
        { kind: 'count', path: 'prices.plans.installmentsFrom', label: msg`Fewest payments` },
        { kind: 'count', path: 'prices.plans.installmentsTo', label: msg`Most payments` },
      ],
    },
    {
      title: msg`How long your work takes`,
      pages: ['/', '/frequently-asked-questions'],
      fields: [
        { kind: 'range', path: 'service.personalReturnDays', label: msg`A personal return`, unit: msg`days` },
        { kind: 'range', path: 'service.businessReturnDays', label: msg`A business return`, unit: msg`days` },
        {
          kind: 'range',
          path: 'service.legacyCopiesHours',
          label: msg`Copies of old returns`,
          unit: msg`hours`,
        },
        { kind: 'count', path: 'service.states', label: msg`States you file in` },
      ],
    },
    {
      title: msg`How long refunds take`,
      pages: ['/refund', '/frequently-asked-questions'],
      fields: [
        { kind: 'count', path: 'service.refundDaysEfiled', label: msg`After e-filing`, unit: msg`days` },
        {
          kind: 'range',
          path: 'service.refundWeeksPaper',
          label: msg`After filing on paper`,
          unit: msg`weeks`,
        },
      ],
    },
    {
      title: msg`How long a new company takes`,
      pages: ['/business-startups'],
      fields: [
        { kind: 'range', path: 'service.formation.llcDays', label: msg`An LLC`, unit: msg`days` },
        {
          kind: 'range',
          path: 'service.formation.corporationDays',
          label: msg`A corporation`,
          unit: msg`days`,
        },
        { kind: 'range', path: 'service.formation.einDays', label: msg`An EIN`, unit: msg`days` },
        {
          kind: 'range',
          path: 'service.formation.rushHours',
          label: msg`With rush service`,
          unit: msg`hours`,
        },
      ],
    },
  ],
};
