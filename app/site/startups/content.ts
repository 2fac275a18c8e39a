import { business } from '#app/business.ts';
import { formatRange } from '#app/shared/facts.ts';

const { service, state } = business;
const { formation } = service;

export const heading = {
  title: 'Start a business',
  headline: 'From an idea to a company on paper',
  lead: 'An LLC, a corporation, the licenses: we choose the right one with you, file it, and hand you a folder with everything in it.',
  description: `LLC, S-Corp and C-Corp formation and business licenses in ${state}: structures compared, the steps, and how long each takes.`,
  price: 'Contact Us',
};

export const services = [
  {
    id: 'llc',
    title: 'LLC formation',
    text: 'The usual start for one owner or a few: your house and car stay out of the business’s debts.',
    includes: ['Name check and state filing', 'Operating agreement', 'EIN, your company’s tax number'],
  },
  {
    id: 'corporation',
    title: 'Corporation setup',
    text: 'An S-Corp or a C-Corp, when there are partners, employees or investors.',
    includes: ['Articles and bylaws', 'Shares and first minutes', 'S election with the IRS, if it pays'],
  },
  {
    id: 'licenses',
    title: 'Business licenses',
    text: 'Food, beauty, construction, driving: most trades need a permit.',
    includes: ['Which ones you need', 'State and town applications', 'Sales tax registration'],
  },
];

export const extras = {
  title: 'Once you are up and running',
  available: 'Available',
  items: [
    { name: 'Business Credit Setup', text: 'So that the bank looks at the company, not at you.' },
    { name: 'Trademark Registration', text: 'So that the name you paint on the door stays yours.' },
  ],
};

export const structures = {
  title: 'Four structures, side by side',
  caption: 'Sole proprietorship, LLC, S-Corp and C-Corp compared',
  columns: ['Sole proprietorship', 'LLC', 'S-Corp', 'C-Corp'],
  rows: [
    { label: 'Protects what you own', cells: ['No', 'Yes', 'Yes', 'Yes'] },
    {
      label: 'Who pays the tax',
      cells: ['You', 'You, or as you choose', 'You, by your share', 'The company, then you'],
    },
    {
      label: 'Self-employment tax (for Social Security and Medicare)',
      cells: [
        'On all profit',
        'On all profit, unless it is taxed as a corporation',
        'None: payroll tax on a reasonable salary, and not on distributions',
        'None: payroll tax on your salary; dividends are taxed as income',
      ],
    },
    { label: 'Owners', cells: ['One', 'Any number', 'Up to 100', 'Any number'] },
    { label: 'Paperwork', cells: ['Least', 'Little', 'Some', 'Most'] },
    {
      label: 'Good for',
      cells: ['Trying it out', 'Most small businesses', 'A steady, good profit', 'Raising money'],
    },
  ],
};

export const process = {
  title: 'Five steps',
  steps: [
    { id: 'consultation', title: 'Consultation', detail: 'What you do, with whom, and what could go wrong.' },
    { id: 'documentation', title: 'Documentation', detail: 'We write the papers. You read and sign them.' },
    { id: 'filing', title: 'Filing', detail: `We file with the state and follow up.` },
    { id: 'ein', title: 'EIN and setup', detail: 'The tax number, tax registrations, and the bank’s list.' },
    {
      id: 'delivery',
      title: 'Delivery',
      detail: 'One folder, on paper and in your account. Open for business.',
    },
  ],
};

export const timeline = {
  title: 'How long it takes',
  note: 'Counted from the day we have your signature.',
  lines: [
    { label: 'LLC', days: formation.llcDays, text: `${formatRange(formation.llcDays)} business days` },
    {
      label: 'Corporation',
      days: formation.corporationDays,
      text: `${formatRange(formation.corporationDays)} business days`,
    },
    { label: 'EIN', days: formation.einDays, text: `${formatRange(formation.einDays)} business days` },
    {
      label: 'Rush',
      days: { from: formation.rushHours.from / 24, to: formation.rushHours.to / 24 },
      text: `${formatRange(formation.rushHours)} hours`,
    },
  ],
};
