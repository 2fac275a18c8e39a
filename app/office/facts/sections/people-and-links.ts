import { platforms } from '#domain/business/business.ts';
import { ratings } from '#domain/business/reviews.ts';
import { msg, plural } from '#domain/language/message.ts';
import { section } from '../model/facts.ts';

export const team = section('team', msg`Team`, [
  {
    title: msg`Team`,
    hint: msg`Without people, the site has no part about your team.`,
    pages: ['/about-us'],
    facts: {
      team: {
        label: msg`People`,
        add: msg`Add a person`,
        fresh: msg`New person`,
        numbered: (number) => msg`Person ${{ number }}`,
        isFolded: true,
        fields: {
          name: { label: msg`Name` },
          role: { label: msg`What they do`, hint: msg`Such as “Preparer, personal returns”.` },
          portrait: { label: msg`Portrait` },
          about: { label: msg`About them`, hint: msg`Two or three sentences.` },
          languages: {
            label: msg`Languages they speak`,
            hint: msg`With commas between them: English, Spanish`,
          },
        },
      },
    },
  },
]);

export const reviews = section('reviews', msg`Reviews`, [
  {
    title: msg`Reviews on your site`,
    hint: msg`Publish only what clients wrote, in their words.`,
    pages: ['/read-reviews'],
    facts: {
      'reviews.items': {
        label: msg`Reviews`,
        add: msg`Add a review`,
        fresh: msg`New review`,
        numbered: (number) => msg`Review ${{ number }}`,
        isFolded: true,
        fields: {
          title: { label: msg`Title` },
          review: { label: msg`Review` },
          name: { label: msg`Written by`, hint: msg`First name and initial.` },
          rating: {
            label: msg`Stars`,
            options: ratings.map((stars) => ({
              value: stars,
              label: msg`${plural({ stars }, { one: '# star', other: '# stars' })}`,
            })),
          },
          date: { label: msg`Date` },
          service: { label: msg`Service` },
          platform: { label: msg`Where they wrote it`, hint: msg`Such as Google.` },
          verified: { label: msg`That site checked that they were a client` },
        },
      },
    },
  },
  {
    title: msg`Ratings on other sites`,
    pages: ['/read-reviews', '/reviews'],
    facts: {
      'reviews.tallies': {
        label: msg`Ratings on other sites`,
        add: msg`Add a rating`,
        fresh: msg`New rating`,
        numbered: (number) => msg`Rating ${{ number }}`,
        fields: {
          platform: { label: msg`Site`, hint: msg`Such as Google.` },
          rating: { label: msg`Average`, unit: msg`stars` },
          count: { label: msg`Number of reviews` },
          url: { label: msg`Link` },
        },
      },
    },
  },
  {
    title: msg`Where clients can write a review`,
    pages: ['/reviews'],
    facts: {
      'reviews.writeOn': {
        label: msg`Where to write a review`,
        add: msg`Add a site`,
        fresh: msg`New site`,
        numbered: (number) => msg`Site ${{ number }}`,
        fields: {
          label: { label: msg`Site` },
          kind: {
            label: msg`Kind`,
            options: [
              { value: 'consumer', label: msg`Reviews of any business` },
              { value: 'preparers', label: msg`A directory of tax preparers` },
            ],
          },
          url: { label: msg`Link` },
        },
      },
    },
  },
]);

const platformNames: Record<(typeof platforms)[number], string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  x: 'X',
  tiktok: 'TikTok',
  linkedin: 'LinkedIn',
  whatsapp: 'WhatsApp',
};

const account = {
  platform: {
    label: msg`Icon`,
    options: platforms.map((value) => ({ value, label: platformNames[value] })),
  },
  label: { label: msg`Name`, hint: msg`What visitors see.` },
  url: { label: msg`Link` },
};

export const links = section('links', msg`Links and apps`, [
  {
    title: msg`Social media`,
    hint: msg`Shown at the bottom of every page. Without any, that part is left out.`,
    pages: ['/'],
    facts: {
      social: {
        label: msg`Social media`,
        add: msg`Add an account`,
        fresh: msg`New account`,
        numbered: (number) => msg`Account ${{ number }}`,
        fields: account,
      },
    },
  },
  {
    title: msg`Messengers`,
    hint: msg`Ways to write to you.`,
    pages: ['/contact-us'],
    facts: {
      messengers: {
        label: msg`Messengers`,
        add: msg`Add a messenger`,
        fresh: msg`New messenger`,
        numbered: (number) => msg`Messenger ${{ number }}`,
        fields: account,
      },
    },
  },
  {
    title: msg`Tutorial video`,
    hint: msg`Without a link, the home page has no video.`,
    pages: ['/'],
    facts: { tutorialVideo: { label: msg`Tutorial video` } },
  },
  {
    title: msg`Your apps`,
    hint: msg`Without apps, the page says how to use the site on a phone.`,
    pages: ['/apps'],
    facts: {
      apps: {
        label: msg`Your apps`,
        add: msg`Add an app`,
        fresh: msg`New app`,
        numbered: (number) => msg`App ${{ number }}`,
        isFolded: true,
        fields: {
          name: { label: msg`Name` },
          description: { label: msg`What it does` },
          rating: { label: msg`Rating in the stores`, unit: msg`stars` },
          'stores.ios': { label: msg`Link to the App Store` },
          'stores.android': { label: msg`Link to Google Play` },
          comingSoon: { label: msg`Coming soon` },
          leisure: { label: msg`Not about taxes or business`, hint: msg`Shown below the others.` },
        },
      },
    },
  },
  {
    title: msg`Links to the IRS`,
    pages: ['/refund'],
    facts: {
      'links.federalRefund': { label: msg`Where’s My Refund?` },
      'links.amendedReturn': { label: msg`Where’s My Amended Return?` },
      'links.refundEstimator': { label: msg`Refund estimator` },
      'links.irsApp': { label: msg`IRS app` },
      'links.irsProviderLookup': { label: msg`Directory of e-file providers` },
      'links.irsPhone': { label: msg`Phone number of the IRS` },
    },
  },
  {
    title: msg`State refunds`,
    pages: ['/refund'],
    facts: {
      'links.stateRefunds': {
        label: msg`State refunds`,
        add: msg`Add a state`,
        fresh: msg`New state`,
        numbered: (number) => msg`State ${{ number }}`,
        fields: { state: { label: msg`State` }, url: { label: msg`Link` } },
      },
    },
  },
]);
