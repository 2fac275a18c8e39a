import { msg } from '#domain/language/message.ts';
import type { FactsSection } from '../model/fields.ts';

export const payment: FactsSection = {
  path: 'payment',
  title: msg`Payment`,
  groups: [
    {
      title: msg`Paying online`,
      pages: ['/payment'],
      fields: [
        {
          kind: 'url',
          path: 'payments.cardUrl',
          label: msg`Link to pay by card`,
          hint: msg`From Stripe, Square or another provider. If it is empty, the site has no card button.`,
          optional: true,
        },
        {
          kind: 'rows',
          path: 'payments.wallets',
          label: msg`Payment apps`,
          words: {
            add: msg`Add a payment app`,
            fresh: msg`New payment app`,
            numbered: (number) => msg`Payment app ${{ number }}`,
          },
          namedBy: 'name',
          hasIds: true,
          blank: { name: '', handle: '', url: null },
          fields: [
            { kind: 'text', path: 'name', label: msg`Name`, hint: msg`Such as Zelle.` },
            {
              kind: 'text',
              path: 'handle',
              label: msg`Your name there`,
              hint: msg`An email, a phone number, or a name such as @nutmegtax.`,
            },
            {
              kind: 'url',
              path: 'url',
              label: msg`Link`,
              hint: msg`The code to scan opens it. Without a link, it has your name.`,
              optional: true,
            },
          ],
        },
      ],
    },
    {
      title: msg`Paying at the office`,
      pages: ['/payment'],
      fields: [
        {
          kind: 'words',
          path: 'payments.atTheOffice',
          label: msg`You take`,
          hint: msg`With commas between them: cash, check, money order`,
          optional: true,
        },
      ],
    },
  ],
};

export const referral: FactsSection = {
  path: 'referral',
  title: msg`Referral`,
  groups: [
    {
      title: msg`Reward`,
      pages: ['/referrals'],
      fields: [
        { kind: 'money', path: 'referral.reward', label: msg`For each new client` },
        {
          kind: 'range',
          path: 'referral.paidWithinDays',
          label: msg`Paid within`,
          unit: msg`days`,
        },
        {
          kind: 'words',
          path: 'referral.paidBy',
          label: msg`Paid by`,
          hint: msg`With commas between them: cash, check, direct deposit`,
          optional: true,
        },
        {
          kind: 'money',
          path: 'referral.reportableAbove',
          label: msg`Reported to the IRS above`,
          hint: msg`In one year, for one person.`,
        },
        {
          kind: 'numbers',
          path: 'referral.examples',
          label: msg`Examples on the page`,
          hint: msg`Numbers of clients, with commas between them: 5, 10, 20`,
          optional: true,
        },
      ],
    },
  ],
};
