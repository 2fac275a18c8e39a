import { z } from 'zod';
import { isDay } from '#domain/office-time/days.ts';
import { shortList } from '#domain/text/short-list.ts';
import { consentData, consentKinds, consentLimits } from './consent.ts';

const line = (most: number) => z.string().trim().max(most);

export const newConsentSchema = z
  .object({
    consentId: z.guid(),
    clientId: z.guid(),
    /** Who is asked. */
    userId: z.guid(),
    kind: z.enum(consentKinds),
    /** Who gets the information; empty for a use. */
    recipient: line(consentLimits.recipient),
    /** Of a person who is to get access in the portal; else empty. */
    recipientEmail: line(255).toLowerCase(),
    purpose: line(consentLimits.purpose).min(1),
    data: shortList(z.enum(consentData), { min: 1, max: consentData.length }),
    years: shortList(z.number().int().min(2000).max(2200), { min: 1, max: consentLimits.years }),
    /** Whether the office wants to offer something else than the preparation of the return. */
    isOffer: z.boolean(),
  })
  // Two documents, never one (Rev. Proc. 2013-14).
  .refine(({ kind, recipient }) => (kind === 'disclose') === (recipient !== ''))
  .refine(({ kind, recipientEmail }) => recipientEmail === '' || kind === 'disclose')
  .refine(({ recipientEmail }) => recipientEmail === '' || z.email().safeParse(recipientEmail).success)
  .refine(({ data, years }) => new Set(data).size === data.length && new Set(years).size === years.length);
export type NewConsent = z.infer<typeof newConsentSchema>;

/** The last day of a consent, if the person chose one. */
export const lastDaySchema = z.string().refine(isDay).nullable();
