import { business } from '#app/business.ts';
import { dollars, formatCount } from '#app/shared/facts.ts';

const { prices, claims } = business;
const { digital } = prices;
const extra = (id: string) => {
  const found = prices.extras.find((item) => item.id === id);
  return found ? dollars(found.amount) : 'Ask us';
};

export const heading = {
  title: 'Websites, shops and apps',
  headline: 'A site that brings the next customer',
  lead: 'We know your books, so we know what drives your business. We build a website that shows it: fast, easy to find, and yours.',
  description: `Websites from ${dollars(digital.websiteFrom)}, online shops from ${dollars(digital.shopFrom)}, mobile apps from ${dollars(digital.mobileAppFrom)}, with a ${digital.moneyBackDays}-day money-back guarantee.`,
};

export const offers = [
  {
    id: 'website',
    name: 'Website',
    price: dollars(digital.websiteFrom),
    text: 'For businesses that need to be found and called.',
    includes: [
      'Up to five pages, texts included',
      'Designed for phones first',
      'Your own address and e-mail',
    ],
  },
  {
    id: 'shop',
    name: 'Online shop',
    price: dollars(digital.shopFrom),
    text: 'For businesses that sell and ship.',
    includes: ['Products, stock and shipping', 'Card payments', 'Sales tax set up by tax people'],
  },
  {
    id: 'app',
    name: 'Mobile app',
    price: dollars(digital.mobileAppFrom),
    text: 'For ideas that belong on a phone.',
    includes: ['iPhone and Android', 'Published in both stores', 'Updates for new phones'],
  },
];

export const guarantee = {
  title: `${digital.moneyBackDays} days to change your mind`,
  text: `If it is not what we agreed on, tell us within ${digital.moneyBackDays} days, and you get your money back.`,
};

export const extras = {
  title: 'What is included',
  items: [
    {
      name: 'Found by search engines (SEO)',
      text: 'Text, speed, and structure that improve your ranking.',
      price: '',
    },
    {
      name: 'Online presence',
      text: 'Your business on maps, directories and social networks, with the same facts everywhere.',
      price: extra('online-presence'),
    },
    {
      name: 'Prints and designs',
      text: 'Logo, cards, signs, menus: what people hold in their hands.',
      price: extra('prints'),
    },
    { name: 'Care', text: 'Backups, updates, and a person who changes your hours when you call.', price: '' },
    {
      name: 'Bookkeeping',
      text: 'What the shop sells goes straight into books that we keep.',
      price: `${extra('bookkeeping')} a month`,
    },
  ],
  ask: 'Ask us',
};

export const process = {
  title: 'From the first call to the opening',
  steps: [
    {
      title: 'Talk',
      text: 'Who are your customers, and what should they do on your site? Half an hour, free.',
    },
    { title: 'Draw', text: 'You see every page before it is built, and say what you don’t like.' },
    { title: 'Build', text: 'We write, build and test it on old phones and new ones.' },
    { title: 'Open', text: 'It goes live, you get full access, and we stay available.' },
  ],
};

export const numbers = [
  { value: `${claims.yearsInBusiness}+`, label: 'years beside small businesses' },
  { value: `${formatCount(claims.clients)}+`, label: 'clients' },
  { value: `${claims.averageRating}/5`, label: 'average review' },
];
