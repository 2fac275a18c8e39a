import { platforms } from '#domain/business/business.ts';
import { msg } from '#domain/language/message.ts';
import type { FactsSection, RowField } from '../model/fields.ts';

const platformNames: Record<(typeof platforms)[number], string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  x: 'X',
  tiktok: 'TikTok',
  linkedin: 'LinkedIn',
  whatsapp: 'WhatsApp',
};

const account: readonly RowField[] = [
  {
    kind: 'choice',
    path: 'platform',
    label: msg`Icon`,
    options: platforms.map((value) => ({ value, label: platformNames[value] })),
  },
  { kind: 'text', path: 'label', label: msg`Name`, hint: msg`What visitors see.` },
  { kind: 'url', path: 'url', label: msg`Link` },
];

export const links: FactsSection = {
  path: 'links',
  title: msg`Links and apps`,
  groups: [
    {
      title: msg`Social media`,
      hint: msg`Shown at the bottom of every page. Without any, that part is left out.`,
      pages: ['/'],
      fields: [
        {
          kind: 'rows',
          path: 'social',
          label: msg`Social media`,
          words: {
            add: msg`Add an account`,
            fresh: msg`New account`,
            numbered: (number) => msg`Account ${{ number }}`,
          },
          namedBy: 'label',
          blank: { platform: 'facebook', label: '', url: '' },
          fields: account,
        },
      ],
    },
    {
      title: msg`Messengers`,
      hint: msg`Ways to write to you.`,
      pages: ['/contact-us'],
      fields: [
        {
          kind: 'rows',
          path: 'messengers',
          label: msg`Messengers`,
          words: {
            add: msg`Add a messenger`,
            fresh: msg`New messenger`,
            numbered: (number) => msg`Messenger ${{ number }}`,
          },
          namedBy: 'label',
          blank: { platform: 'facebook', label: '', url: '' },
          fields: account,
        },
      ],
    },
    {
      title: msg`Tutorial video`,
      hint: msg`Without a link, the home page has no video.`,
      pages: ['/'],
      fields: [{ kind: 'video', path: 'tutorialVideo', label: msg`Tutorial video` }],
    },
    {
      title: msg`Your apps`,
      hint: msg`Without apps, the page says how to use the site on a phone.`,
      pages: ['/apps'],
      fields: [
        {
          kind: 'rows',
          path: 'apps',
          label: msg`Your apps`,
          words: {
            add: msg`Add an app`,
            fresh: msg`New app`,
            numbered: (number) => msg`App ${{ number }}`,
          },
          namedBy: 'name',
          hasIds: true,
          isFolded: true,
          blank: {
            name: '',
            description: '',
            rating: null,
            comingSoon: false,
            stores: { ios: null, android: null },
          },
          fields: [
            { kind: 'text', path: 'name', label: msg`Name` },
            { kind: 'long', path: 'description', label: msg`What it does` },
            {
              kind: 'decimal',
              path: 'rating',
              label: msg`Rating in the stores`,
              unit: msg`stars`,
              optional: true,
            },
            { kind: 'url', path: 'stores.ios', label: msg`Link to the App Store`, optional: true },
            { kind: 'url', path: 'stores.android', label: msg`Link to Google Play`, optional: true },
            { kind: 'switch', path: 'comingSoon', label: msg`Coming soon` },
            {
              kind: 'switch',
              path: 'leisure',
              label: msg`Not about taxes or business`,
              hint: msg`Shown below the others.`,
            },
          ],
        },
      ],
    },
    {
      title: msg`Links to the IRS`,
      pages: ['/refund'],
      fields: [
        { kind: 'url', path: 'links.federalRefund', label: msg`Where’s My Refund?` },
        { kind: 'url', path: 'links.amendedReturn', label: msg`Where’s My Amended Return?` },
        { kind: 'url', path: 'links.refundEstimator', label: msg`Refund estimator` },
        { kind: 'url', path: 'links.irsApp', label: msg`IRS app` },
        { kind: 'url', path: 'links.irsProviderLookup', label: msg`Directory of e-file providers` },
        { kind: 'phone', path: 'links.irsPhone', label: msg`Phone number of the IRS` },
      ],
    },
    {
      title: msg`State refunds`,
      pages: ['/refund'],
      fields: [
        {
          kind: 'rows',
          path: 'links.stateRefunds',
          label: msg`State refunds`,
          words: {
            add: msg`Add a state`,
            fresh: msg`New state`,
            numbered: (number) => msg`State ${{ number }}`,
          },
          namedBy: 'state',
          blank: { state: '', url: '' },
          fields: [
            { kind: 'text', path: 'state', label: msg`State` },
            { kind: 'url', path: 'url', label: msg`Link` },
          ],
        },
      ],
    },
  ],
};
