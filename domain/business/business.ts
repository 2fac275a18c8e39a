import { z } from 'zod';
import { holidayIds } from '#domain/office-time/holidays.ts';
import { isTimeZone } from '#domain/office-time/time-zone.ts';
import { resultIds } from '#domain/quote/graph.ts';
import {
  ascending,
  choice,
  clock,
  control,
  count,
  date,
  email,
  filledList,
  id,
  identified,
  LONG_TEXT,
  list,
  money,
  month,
  PARAGRAPH,
  phone,
  priceRange,
  range,
  rating,
  rule,
  text,
  url,
  yesOrNo,
} from './fact-kinds.ts';
import { PICTURE_ID } from './portraits.ts';
import { streetMapSchema } from './street-map.ts';
import { wordingProblem } from './wording.ts';

export const platforms = ['facebook', 'instagram', 'youtube', 'x', 'tiktok', 'linkedin', 'whatsapp'] as const;
const named = z.strictObject({ platform: choice(platforms), label: text(), url });

const timeZone = text()
  .refine(isTimeZone, { error: 'must be a time zone name such as America/New_York' })
  .meta(control('choice'));

const contact = z.strictObject({
  phone,
  text: phone,
  email,
  staffInbox: email,
  address: z.strictObject({
    street: text(),
    unit: text().nullable(),
    city: text(),
    state: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be two letters, such as CT')
      .meta(control('state')),
    zip: z
      .string()
      .regex(/^\d{5}(-\d{4})?$/, 'must have five digits, such as 06510')
      .meta(control('text')),
    mapUrl: url,
    directions: list(text(PARAGRAPH), 20),
  }),
});

const WEEKDAYS = { error: 'must be days of the week' };

const hours = z
  .strictObject({
    open: clock,
    close: clock,
    /** 0 is Sunday. */
    days: z
      .array(z.number(WEEKDAYS).int(WEEKDAYS).min(0, WEEKDAYS).max(6, WEEKDAYS))
      .min(1, { error: 'must have at least one day' })
      .refine((days) => new Set(days).size === days.length, rule('must not have a day twice'))
      .meta(control('choices')),
    byAppointmentOnly: yesOrNo,
  })
  .refine((h) => h.open < h.close, { error: 'must be after the opening time', path: ['close'] });

const app = z.strictObject({
  id,
  name: text(),
  description: text(PARAGRAPH),
  rating: rating.nullable(),
  comingSoon: yesOrNo,
  /** Not about taxes or business: shown separately from those that are. */
  leisure: yesOrNo.optional(),
  stores: z.strictObject({ ios: url.nullable(), android: url.nullable() }),
});

const prices = z.strictObject({
  currency: z.literal('USD'),
  tiers: identified(ascending(priceRange.extend({ popular: yesOrNo })), 12).refine(
    (tiers) => tiers.length > 0,
    {
      error: 'must have at least one entry',
    },
  ),
  extras: identified(
    z.strictObject({ id, name: text(), amount: money, per: choice(['month', 'year']).nullable() }),
    40,
  ),
  digital: z.strictObject({
    websiteFrom: money,
    shopFrom: money,
    mobileAppFrom: money,
    moneyBackDays: count(365),
  }),
  /** Their ids are the results of the quote. */
  quote: identified(ascending(priceRange.extend({ mostCommon: yesOrNo })), 4)
    .refine((quote) => quote.length === 4, { error: 'must have four entries' })
    .refine(
      (quote) => resultIds.every((result) => quote.some((one) => one.id === result)),
      rule('must keep the four ids of the quote'),
    ),
  stateFilingIncluded: yesOrNo,
  /** The price of an hour of tax planning. Left out or null if it is by agreement. */
  planningFrom: money.nullish(),
  plans: z
    .strictObject({ overAmount: money, installmentsFrom: count(60), installmentsTo: count(60) })
    .refine(
      (plans) => plans.installmentsFrom <= plans.installmentsTo,
      rule('must not be less than the number before it', ['installmentsTo']),
    ),
});

const referral = z.strictObject({
  reward: money,
  examples: list(count(1000), 10),
  paidWithinDays: range(365),
  paidBy: list(text(), 20),
  reportableAbove: money,
});

const service = z.strictObject({
  personalReturnDays: range(),
  businessReturnDays: range(),
  refundDaysEfiled: count(1000),
  refundWeeksPaper: range(),
  states: count(60),
  legacyCopiesHours: range(),
  formation: z.strictObject({
    llcDays: range(),
    corporationDays: range(),
    einDays: range(),
    rushHours: range(),
  }),
  newBadgeDays: count(365),
});

const payments = z.strictObject({
  cardUrl: url.nullable(),
  wallets: identified(z.strictObject({ id, name: text(), handle: text(), url: url.nullable() }), 12),
  /** Payment methods at the office, such as cash. */
  atTheOffice: list(text(), 20),
});

const STARS = { error: 'must be 1 to 5 stars' };

const review = z.strictObject({
  id,
  name: text(),
  rating: z.number(STARS).int(STARS).min(1, STARS).max(5, STARS).meta(control('choice')),
  service: text(),
  date,
  title: text(),
  review: text(LONG_TEXT),
  platform: text(),
  /** The platform verified that the author was a client. */
  verified: yesOrNo,
});

const reviews = z.strictObject({
  /** Shown on the page of reviews, in this order. */
  items: identified(review, 100),
  tallies: list(z.strictObject({ platform: text(), rating, count: count(1_000_000), url }), 20),
  writeOn: list(z.strictObject({ label: text(), kind: choice(['consumer', 'preparers']), url }), 30),
});

const links = z.strictObject({
  refundEstimator: url,
  federalRefund: url,
  amendedReturn: url,
  irsApp: url,
  irsPhone: phone,
  irsProviderLookup: url,
  stateRefunds: list(z.strictObject({ state: text(), url }), 60),
});

const SLOT = { error: 'must be 5 to 480 minutes' };
const GIGABYTES = { error: 'must be at least 1 GB' };

const calendar = z
  .strictObject({
    slotMinutes: z.number(SLOT).int(SLOT).min(5, SLOT).max(480, SLOT).meta(control('count')),
    /** The number of concurrent appointments. */
    capacity: count().max(100, { error: 'must not be more than 100' }),
    /** How many days ahead visitors can book. */
    horizonDays: count().max(730, { error: 'must not be more than 730' }),
    /** The minimum lead time in hours. */
    leadHours: z
      .number({ error: 'must be a whole number' })
      .int({ error: 'must be a whole number' })
      .min(0, { error: 'must not be less than 0' })
      .meta(control('count')),
    /** Federal holidays on which the office is closed. */
    holidays: z
      .array(choice(holidayIds))
      .refine((kept) => new Set(kept).size === kept.length, rule('must not have a holiday twice'))
      .meta(control('choices')),
    /** Other closed days. */
    closedOn: list(z.strictObject({ day: date, reason: text() }), 366).refine(
      (closed) => new Set(closed.map(({ day }) => day)).size === closed.length,
      rule('must not have a day twice'),
    ),
  })
  .refine((c) => c.leadHours <= c.horizonDays * 24, {
    error: 'must not reach beyond the days that can be booked',
    path: ['leadHours'],
  });

const limits = z.strictObject({
  /** The storage limit for one client's documents, including deleted ones that can still be restored. */
  bytesPerClient: z
    .number(GIGABYTES)
    .int(GIGABYTES)
    .min(1_000_000_000, GIGABYTES)
    .max(Number.MAX_SAFE_INTEGER, { error: 'must not be more than 9,000,000 GB' })
    .meta(control('gigabytes')),
});

const daysOfReminders = list(count(45), 6).refine(
  (days) => new Set(days).size === days.length,
  rule('must not have a number twice'),
);

const document = z.strictObject({ version: text(20), updated: month });

/** By the text as it is in the facts, so that a changed text never has an outdated translation. */
const translation = z
  .record(z.string(), text(LONG_TEXT))
  .refine((words) => Object.keys(words).length <= 1000, rule('must not have more than 1,000 entries'))
  .meta(control('translations'));

/** Of one language, in characters: every page brings them along. */
const MAX_WORDING = 40_000;
const MAX_WORDINGS = 400;

/** The office's words in place of ours, by our English text. */
const wording = z
  .record(z.string(), text(LONG_TEXT))
  .superRefine((words, context) => {
    for (const [ours, own] of Object.entries(words)) {
      const message = wordingProblem(ours, own);
      if (message !== undefined) context.addIssue({ code: 'custom', path: [ours], message });
    }
  })
  .refine(
    (words) => Object.keys(words).length <= MAX_WORDINGS,
    rule(`must not have more than ${MAX_WORDINGS} texts`),
  )
  .refine(
    (words) => JSON.stringify(words).length <= MAX_WORDING,
    rule(`must not have more than ${MAX_WORDING.toLocaleString('en-US')} characters together`),
  );
const wordings = z
  .strictObject({ en: wording.nullish(), es: wording.nullish() })
  .meta(control('wording'))
  .nullish();

const PERCENT = { error: 'must be a number above 0, 100 at most' };

/** The schema of the office's facts. */
export const businessSchema = z.strictObject({
  name: text(),
  shortName: text(40),
  state: text(),
  timeZone,
  languages: filledList(text(40), 20),
  contact,
  /** The last blocks before the office, for a drawing; left out or null if there is none. */
  streetMap: streetMapSchema.meta(control('removable')).nullish(),
  hours,
  social: list(named, 20),
  messengers: list(named, 20),
  apps: identified(app, 30),
  tutorialVideo: z
    .strictObject({ provider: choice(['youtube', 'vimeo']), id: text(60), title: text() })
    .meta(control('video'))
    .nullable(),
  prices,
  referral,
  service,
  /** How long documents are kept: the terms promise one number, the marketing pages say up to the other. */
  retention: z
    .strictObject({ legalYears: count(100), marketingYears: count(100) })
    .refine(
      (years) => years.legalYears <= years.marketingYears,
      rule('must not be less than the years in the terms', ['marketingYears']),
    ),
  team: list(
    z.strictObject({
      name: text(),
      role: text(),
      about: text(PARAGRAPH),
      languages: filledList(text(40), 20),
      /** The id of an uploaded picture. Left out or null: the initials are shown. */
      portrait: z
        .string()
        .regex(PICTURE_ID, 'must be an uploaded picture')
        .meta(control('portrait'))
        .nullish(),
    }),
    50,
  ),
  claims: z.strictObject({
    yearsInBusiness: count(300),
    clients: count(10_000_000),
    returns: count(100_000_000),
    successPercent: z.number(PERCENT).positive(PERCENT).max(100, PERCENT).meta(control('decimal')),
    averageRating: rating,
    encryptionBits: count(),
  }),
  reviews,
  payments,
  links,
  legal: z.strictObject({
    terms: document,
    privacy: document,
    claimLimitYears: count(100),
    privacyResponseDays: count(365),
    minimumAge: count(120),
  }),
  calendar,
  limits,
  /** Whether a helper gets access to a client only with a consent to disclose (migration 0072_helpers_with_consent). */
  consents: z.strictObject({ isRequiredForHelpers: yesOrNo }),
  idleMinutes: z.strictObject({ staff: count(1440), client: count(1440) }),
  /** Of what clients haven't done yet: days after it was asked for, and before a date (domain/reminders). */
  reminders: z.strictObject({ isOn: yesOrNo, afterDays: daysOfReminders, beforeDays: daysOfReminders }),
  /** The texts of these facts in other languages. Left out or null if there are none. */
  translations: z.strictObject({ es: translation.nullish() }).nullish(),
  /** The office's words on the pages. Left out or null: ours. */
  wording: wordings,
  /** The office's words in mails. */
  letters: wordings,
});

export type Business = z.infer<typeof businessSchema>;

/** Parses the office's facts. Throws one error that lists every problem with its field. */
export function parseBusiness(raw: unknown): Business {
  const result = businessSchema.safeParse(raw);
  if (result.success) return result.data;
  const lines = result.error.issues.map(
    (issue) => `  ${issue.path.join('.') || '(the whole file)'}: ${issue.message}`,
  );
  throw new Error(`The office's facts have problems:\n${lines.join('\n')}`);
}
