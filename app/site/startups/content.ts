import { formatRange } from '#app/shared/facts.ts';
import type { Office } from '#domain/business/office.ts';
import { msg } from '#domain/language/message.ts';

export const heading = ({ state }: Office) => ({
  title: msg`Start a business`,
  lead: msg`LLC, corporation, or licenses: we help you choose the right one, file it, and hand you a folder with everything in it.`,
  description: msg`LLC, S-Corp and C-Corp formation and business licenses in ${{ state }}: structures compared, the steps, and how long each takes.`,
});

export const services = [
  {
    id: 'llc',
    title: msg`LLC formation`,
    ask: msg`Contact Us about LLC formation`,
    text: msg`The usual start for one owner or a few. Your house and car are safe from the business’s debts.`,
    includes: [
      msg`Name check and state filing`,
      msg`Operating agreement`,
      msg`EIN, your company’s tax number`,
    ],
  },
  {
    id: 'corporation',
    title: msg`Corporation setup`,
    ask: msg`Contact Us about Corporation setup`,
    text: msg`An S-Corp or C-Corp, for when you have partners, employees, or investors.`,
    includes: [
      msg`Articles and bylaws`,
      msg`Shares and first minutes`,
      msg`S election with the IRS, if it saves you money`,
    ],
  },
  {
    id: 'licenses',
    title: msg`Business licenses`,
    ask: msg`Contact Us about Business licenses`,
    text: msg`Food, beauty, construction, or driving: most trades need a permit.`,
    includes: [msg`Which ones you need`, msg`State and town applications`, msg`Sales tax registration`],
  },
];

export const extras = {
  title: msg`Once you’re up and running`,
  available: msg`Available`,
  items: [
    { name: msg`Business Credit Setup`, text: msg`So the bank looks at your company, not at you.` },
    { name: msg`Trademark Registration`, text: msg`So the name on your door stays yours.` },
  ],
};

export const structures = {
  title: msg`Four structures, side by side`,
  caption: msg`Sole proprietorship, LLC, S-Corp, and C-Corp compared`,
  columns: [msg`Sole proprietorship`, msg`LLC`, msg`S-Corp`, msg`C-Corp`],
  rows: [
    { label: msg`Protects what you own`, cells: [msg`No`, msg`Yes`, msg`Yes`, msg`Yes`] },
    {
      label: msg`Who pays the tax`,
      cells: [
        msg({ message: 'You', context: 'who pays' }),
        msg`You, or as you choose`,
        msg`You, by your share`,
        msg`The company, then you`,
      ],
    },
    {
      label: msg`Self-employment tax (for Social Security and Medicare)`,
      cells: [
        msg`On all profit`,
        msg`On all profit, unless it is taxed as a corporation`,
        msg`None. You pay payroll tax on a fair salary, but not on distributions`,
        msg`None. You pay payroll tax on your salary, and dividends are taxed as income`,
      ],
    },
    {
      label: msg`Owners`,
      cells: [msg({ message: 'One', context: 'owner' }), msg`Any number`, msg`Up to 100`, msg`Any number`],
    },
    {
      label: msg`Paperwork`,
      cells: [
        msg({ message: 'Least', context: 'paperwork' }),
        msg({ message: 'Little', context: 'paperwork' }),
        msg({ message: 'Some', context: 'paperwork' }),
        msg({ message: 'Most', context: 'paperwork' }),
      ],
    },
    {
      label: msg`Good for`,
      cells: [msg`Trying it out`, msg`Most small businesses`, msg`A steady, good profit`, msg`Raising money`],
    },
  ],
};

export const process = {
  steps: [
    {
      id: 'consultation',
      title: msg`Consultation`,
      detail: msg`We talk about what you do, who you do it with, and what could go wrong.`,
    },
    {
      id: 'documentation',
      title: msg`Documentation`,
      detail: msg`We write the documents. You read and sign them.`,
    },
    {
      id: 'filing',
      title: msg({ message: 'Filing', context: 'of a new company' }),
      detail: msg`We file with the state and follow up.`,
    },
    {
      id: 'ein',
      title: msg`EIN and setup`,
      detail: msg`Your tax number, your tax registrations, and what the bank needs.`,
    },
    {
      id: 'delivery',
      title: msg({ message: 'Delivery', context: 'of documents' }),
      detail: msg`You get one folder, on paper and in your account. You’re open for business.`,
    },
  ],
};

export const timeline = ({ service: { formation } }: Office) => ({
  title: msg`How long it takes`,
  lines: [
    {
      label: msg`LLC`,
      days: formation.llcDays,
      text: msg`${{ days: formatRange(formation.llcDays) }} business days`,
    },
    {
      label: msg`Corporation`,
      days: formation.corporationDays,
      text: msg`${{ days: formatRange(formation.corporationDays) }} business days`,
    },
    {
      label: msg`EIN`,
      days: formation.einDays,
      text: msg`${{ days: formatRange(formation.einDays) }} business days`,
    },
    {
      label: msg({ message: 'Rush', context: 'how fast' }),
      days: { from: formation.rushHours.from / 24, to: formation.rushHours.to / 24 },
      text: msg`${{ hours: formatRange(formation.rushHours) }} hours`,
    },
  ],
});
