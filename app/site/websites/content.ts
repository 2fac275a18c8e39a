import type { Office } from '#domain/business/office.ts';
import type { Formats } from '#domain/language/formats.ts';
import { msg } from '#domain/language/message.ts';
import { extraPrice } from '../prices.ts';

type Prices = Office['prices'];

export const heading = ({ digital }: Prices, { dollars }: Formats) => ({
  title: msg`Websites, shops, and apps`,
  headline: msg`A website that brings in your next customer`,
  lead: msg`We know your books, so we know what drives your business. We build a website that shows it. It’s fast, easy to find, and yours.`,
  description: msg`Websites from ${{ website: dollars(digital.websiteFrom) }}, online shops from ${{ shop: dollars(digital.shopFrom) }}, mobile apps from ${{ app: dollars(digital.mobileAppFrom) }}, with a ${{ days: digital.moneyBackDays }}-day money-back guarantee.`,
});

export const offers = ({ digital }: Prices, { dollars }: Formats) => [
  {
    id: 'website',
    name: msg`Website`,
    price: dollars(digital.websiteFrom),
    text: msg`For businesses that need to be found and called.`,
    includes: [
      msg`Up to five pages, with the writing included`,
      msg`Designed for phones first`,
      msg`Your own web address and email`,
    ],
  },
  {
    id: 'shop',
    name: msg`Online shop`,
    price: dollars(digital.shopFrom),
    text: msg`For businesses that sell and ship.`,
    includes: [
      msg`Products, inventory, and shipping`,
      msg`Card payments`,
      msg`Sales tax set up by tax people`,
    ],
  },
  {
    id: 'app',
    name: msg`Mobile app`,
    price: dollars(digital.mobileAppFrom),
    text: msg`For ideas that belong on a phone.`,
    includes: [msg`iPhone and Android`, msg`Published in both stores`, msg`Updates for new phones`],
  },
];

export const guarantee = ({ digital }: Prices) => ({
  title: msg`${{ days: digital.moneyBackDays }} days to change your mind`,
  text: msg`If it’s not what we agreed on, tell us within ${{ days: digital.moneyBackDays }} days, and you’ll get your money back.`,
});

export const extras = (prices: Prices, formats: Formats) => ({
  title: msg`What’s included`,
  items: [
    {
      name: msg`Easy to find on search engines (SEO)`,
      text: msg`Text, speed, and structure that improve your ranking.`,
      price: null,
    },
    {
      name: msg`Online presence`,
      text: msg`Your business on maps, directories, and social networks, with the same facts everywhere.`,
      price: extraPrice(prices, formats, 'online-presence'),
    },
    {
      name: msg`Prints and designs`,
      text: msg`Logos, cards, signs, and menus people can hold in their hands.`,
      price: extraPrice(prices, formats, 'prints'),
    },
    {
      name: msg({ message: 'Care', context: 'a new site' }),
      text: msg`Backups, updates, and a person to change your hours when you call.`,
      price: null,
    },
    {
      name: msg`Bookkeeping`,
      text: msg`What your shop sells goes straight into the books we keep for you.`,
      price: extraPrice(prices, formats, 'bookkeeping'),
    },
  ],
  ask: msg`Ask us`,
});

export const process = {
  title: msg`From first call to launch`,
  steps: [
    {
      title: msg({ message: 'Talk', context: 'a new site' }),
      text: msg`Who are your customers, and what should they do on your site? We’ll talk for half an hour, for free.`,
    },
    {
      title: msg({ message: 'Draw', context: 'a new site' }),
      text: msg`You see every page before we build it, and tell us what you don’t like.`,
    },
    {
      title: msg({ message: 'Build', context: 'a new site' }),
      text: msg`We write it, build it, and test it on old and new phones.`,
    },
    {
      title: msg({ message: 'Open', context: 'a new site' }),
      text: msg`Your site goes live. You get full access, and we’re here when you need us.`,
    },
  ],
};

export const numbers = ({ claims }: Office, { count }: Formats) => [
  { value: `${claims.yearsInBusiness}+`, label: msg`years with small businesses` },
  { value: `${count(claims.clients)}+`, label: msg`clients` },
  { value: `${claims.averageRating}/5`, label: msg`average review` },
];

export const end = msg`Tell us about your business. The first call costs nothing.`;
