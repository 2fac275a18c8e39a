import { z } from 'zod';
import { holidayIds } from '#domain/booking/holidays.ts';
import { streetMapSchema } from './street-map.ts';

const text = z.string().trim().min(1);
const url = z.url({ protocol: /^https$/ });
const money = z.number().int().positive();
const count = z.number().int().positive();
const rating = z.number().min(1).max(5);
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 08:00');
const phone = z.strictObject({ e164: z.e164(), display: text });
const platform = z.enum(['facebook', 'instagram', 'youtube', 'x', 'tiktok', 'linkedin', 'whatsapp']);
const named = z.strictObject({ platform, label: text, url });

const range = z
  .strictObject({ from: count, to: count })
  .refine((r) => r.from <= r.to, { error: '"from" must not be more than "to"' });

const priceRange = z.strictObject({ id: text, name: text, from: money, to: money });

const timeZone = text.refine(isTimeZone, { error: 'must be a time zone name such as America/New_York' });

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone.length > 0;
  } catch {
    // Intl throws for an unknown zone.
    return false;
  }
}

const contact = z.strictObject({
  phone,
  text: phone,
  email: z.email(),
  staffInbox: z.email(),
  address: z.strictObject({
    street: text,
    unit: text.nullable(),
    city: text,
    state: z.string().regex(/^[A-Z]{2}$/),
    zip: z.string().regex(/^\d{5}(-\d{4})?$/),
    mapUrl: url,
    directions: z.array(text),
  }),
});

const hours = z
  .strictObject({
    open: clock,
    close: clock,
    /** 0 is Sunday. */
    days: z.array(z.number().int().min(0).max(6)).min(1),
    byAppointmentOnly: z.boolean(),
  })
  .refine((h) => h.open < h.close, { error: '"open" must come before "close"' });

const app = z.strictObject({
  id: text,
  name: text,
  description: text,
  rating: rating.nullable(),
  comingSoon: z.boolean(),
  /** Not about taxes or business: shown separately from those that are. */
  leisure: z.boolean().optional(),
  stores: z.strictObject({ ios: url.nullable(), android: url.nullable() }),
});

const prices = z.strictObject({
  currency: z.literal('USD'),
  tiers: z.array(priceRange.extend({ popular: z.boolean() })).min(1),
  extras: z.array(
    z.strictObject({ id: text, name: text, amount: money, per: z.enum(['month', 'year']).nullable() }),
  ),
  digital: z.strictObject({
    websiteFrom: money,
    shopFrom: money,
    mobileAppFrom: money,
    moneyBackDays: count,
  }),
  quote: z.array(priceRange.extend({ mostCommon: z.boolean() })).length(4),
  stateFilingIncluded: z.boolean(),
  /** The price of an hour of tax planning. Left out or null if it is by agreement. */
  planningFrom: money.nullish(),
  plans: z.strictObject({ overAmount: money, installmentsFrom: count, installmentsTo: count }),
});

const referral = z.strictObject({
  reward: money,
  examples: z.array(count),
  paidWithinDays: range,
  paidBy: z.array(text).min(1),
  reportableAbove: money,
});

const service = z.strictObject({
  personalReturnDays: range,
  businessReturnDays: range,
  refundDaysEfiled: count,
  refundWeeksPaper: range,
  states: count,
  legacyCopiesHours: range,
  formation: z.strictObject({ llcDays: range, corporationDays: range, einDays: range, rushHours: range }),
  newBadgeDays: count,
});

const payments = z.strictObject({
  cardUrl: url.nullable(),
  wallets: z.array(z.strictObject({ id: text, name: text, handle: text, url: url.nullable() })),
  /** Payment methods at the office, such as cash. */
  atTheOffice: z.array(text),
});

const review = z.strictObject({
  id: text,
  name: text,
  rating: z.number().int().min(1).max(5),
  service: text,
  date: z.iso.date(),
  title: text,
  review: text,
  platform: text,
  /** The platform verified that the author was a client. */
  verified: z.boolean(),
});

const reviews = z.strictObject({
  /** Shown on the page of reviews, in this order. */
  items: z.array(review),
  tallies: z.array(z.strictObject({ platform: text, rating, count, url })),
  writeOn: z.array(z.strictObject({ label: text, kind: z.enum(['consumer', 'preparers']), url })),
});

const links = z.strictObject({
  refundEstimator: url,
  federalRefund: url,
  amendedReturn: url,
  irsApp: url,
  irsPhone: phone,
  irsProviderLookup: url,
  stateRefunds: z.array(z.strictObject({ state: text, url })),
});

const calendar = z
  .strictObject({
    slotMinutes: z.number().int().min(5).max(480),
    /** The number of concurrent appointments. */
    capacity: count.max(100),
    /** How many days ahead visitors can book. */
    horizonDays: count.max(730),
    /** The minimum lead time in hours. */
    leadHours: z.number().int().min(0),
    /** Federal holidays on which the office is closed. */
    holidays: z.array(z.enum(holidayIds)),
    /** Other closed days. */
    closedOn: z.array(z.strictObject({ day: z.iso.date(), reason: text })),
  })
  .refine((c) => c.leadHours <= c.horizonDays * 24, {
    error: '"leadHours" must not reach beyond "horizonDays"',
  });

const limits = z.strictObject({
  /** The storage limit for one client's documents, including deleted ones that can still be restored. */
  bytesPerClient: z.number().int().min(1_000_000_000).max(Number.MAX_SAFE_INTEGER),
});

const document = z.strictObject({ version: text, updated: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/) });

/** The schema of business.json, which has the facts of one office. */
export const businessSchema = z.strictObject({
  name: text,
  shortName: text,
  state: text,
  timeZone,
  languages: z.array(text).min(1),
  contact,
  /** The last blocks before the office, for a drawing; left out or null if there is none. */
  streetMap: streetMapSchema.nullish(),
  hours,
  social: z.array(named),
  messengers: z.array(named),
  apps: z.array(app),
  tutorialVideo: z.strictObject({ provider: z.enum(['youtube', 'vimeo']), id: text, title: text }).nullable(),
  prices,
  referral,
  service,
  /** How long documents are kept: the terms promise one number, the marketing pages say up to the other. */
  retention: z.strictObject({ legalYears: count, marketingYears: count }),
  team: z.array(z.strictObject({ name: text, role: text, about: text, languages: z.array(text).min(1) })),
  claims: z.strictObject({
    yearsInBusiness: count,
    clients: count,
    returns: count,
    successPercent: z.number().positive().max(100),
    averageRating: rating,
    encryptionBits: count,
  }),
  reviews,
  payments,
  links,
  legal: z.strictObject({
    terms: document,
    privacy: document,
    claimLimitYears: count,
    privacyResponseDays: count,
    minimumAge: count,
  }),
  calendar,
  limits,
  idleMinutes: z.strictObject({ staff: count, client: count }),
});

export type Business = z.infer<typeof businessSchema>;

/** Parses the office's facts. Throws one error that lists every problem with its field. */
export function parseBusiness(raw: unknown): Business {
  const result = businessSchema.safeParse(raw);
  if (result.success) return result.data;
  const lines = result.error.issues.map(
    (issue) => `  ${issue.path.join('.') || '(the whole file)'}: ${issue.message}`,
  );
  throw new Error(`business.json is not right:\n${lines.join('\n')}`);
}
