import { msg } from '#domain/language/message.ts';
import { section } from '../model/facts.ts';

const priceRange = { name: { label: msg`Name` }, from: { label: msg`From` }, to: { label: msg`To` } };

export const prices = section('prices', msg`Prices and services`, [
  {
    title: msg`Tax returns`,
    pages: ['/fees', '/tax-preparation-services'],
    facts: {
      'prices.tiers': {
        label: msg`Prices of tax returns`,
        add: msg`Add a price`,
        fresh: msg`New price`,
        numbered: (number) => msg`Price ${{ number }}`,
        fields: { ...priceRange, popular: { label: msg`Mark as “most popular”` } },
      },
      'prices.stateFilingIncluded': { label: msg`The state return is included in these prices` },
    },
  },
  {
    title: msg`Other services`,
    pages: ['/fees', '/tax-preparation-services'],
    facts: {
      'prices.extras': {
        label: msg`Prices of other services`,
        add: msg`Add a service`,
        fresh: msg`New service`,
        numbered: (number) => msg`Service ${{ number }}`,
        fields: {
          name: { label: msg`Name` },
          amount: { label: msg`Price` },
          per: {
            label: msg`Charged`,
            none: msg`Once`,
            options: [
              { value: 'month', label: msg`Every month` },
              { value: 'year', label: msg`Every year` },
            ],
          },
        },
      },
      'prices.planningFrom': {
        label: msg`An hour of tax planning, from`,
        hint: msg`If it is empty, the site says that you agree on the price.`,
      },
    },
  },
  {
    title: msg`Results of the quote`,
    hint: msg`Visitors who answer the questions on the quote page see one of these four.`,
    pages: ['/quote'],
    facts: {
      'prices.quote': {
        label: msg`Results of the quote`,
        fresh: msg`New result`,
        numbered: (number) => msg`Result ${{ number }}`,
        fields: { ...priceRange, mostCommon: { label: msg`Mark as “most common”` } },
      },
    },
  },
  {
    title: msg`Websites and apps`,
    pages: ['/website-services'],
    facts: {
      'prices.digital.websiteFrom': { label: msg`A website, from` },
      'prices.digital.shopFrom': { label: msg`An online shop, from` },
      'prices.digital.mobileAppFrom': { label: msg`A mobile app, from` },
      'prices.digital.moneyBackDays': { label: msg`Money-back guarantee`, unit: msg`days` },
    },
  },
  {
    title: msg`Payment plans`,
    pages: ['/fees', '/payment'],
    facts: {
      'prices.plans.overAmount': { label: msg`For bills over` },
      'prices.plans.installmentsFrom': { label: msg`Fewest payments` },
      'prices.plans.installmentsTo': { label: msg`Most payments` },
    },
  },
  {
    title: msg`How long your work takes`,
    pages: ['/', '/frequently-asked-questions'],
    facts: {
      'service.personalReturnDays': { label: msg`A personal return`, unit: msg`days` },
      'service.businessReturnDays': { label: msg`A business return`, unit: msg`days` },
      'service.legacyCopiesHours': { label: msg`Copies of old returns`, unit: msg`hours` },
      'service.states': { label: msg`States you file in` },
    },
  },
  {
    title: msg`How long refunds take`,
    pages: ['/refund', '/frequently-asked-questions'],
    facts: {
      'service.refundDaysEfiled': { label: msg`After e-filing`, unit: msg`days` },
      'service.refundWeeksPaper': { label: msg`After filing on paper`, unit: msg`weeks` },
    },
  },
  {
    title: msg`How long a new company takes`,
    pages: ['/business-startups'],
    facts: {
      'service.formation.llcDays': { label: msg`An LLC`, unit: msg`days` },
      'service.formation.corporationDays': { label: msg`A corporation`, unit: msg`days` },
      'service.formation.einDays': { label: msg`An EIN`, unit: msg`days` },
      'service.formation.rushHours': { label: msg`With rush service`, unit: msg`hours` },
    },
  },
]);
