import { z } from 'zod';
import { type LightId, lightIds, lightNames } from '#domain/health/lights.ts';
import { type Found, inSentences, isCode } from '#domain/health/words.ts';
import { englishReader } from '#server/language/readers.ts';
import type { Letter } from './letter.ts';

const facts = z.object({
  light: z.enum(lightIds as [LightId, ...LightId[]]),
  code: z.string().refine(isCode),
  values: z.record(z.string(), z.unknown()).nullish(),
});

function inEnglish(given: unknown) {
  const { light, ...found } = facts.parse(given);
  return { name: englishReader.t(lightNames[light]), ...inSentences(englishReader.t, found as Found) };
}

// Mails to the office about the portal itself. They contain no client data.

/** A light has turned red. */
export function healthRed(given: unknown, siteUrl: string): Letter {
  const { name, says, todo } = inEnglish(given);
  return {
    subject: `Problem with the portal: ${name}`,
    preview: says,
    heading: `${name}: problem`,
    greeting: 'Hello,',
    paragraphs: [says, ...(todo === undefined ? [] : [`What to do: ${todo}`])],
    action: { label: 'See all status lights', link: `${siteUrl}/manage/office/health` },
    notes: ['You’ll get one more email when this is fixed.'],
  };
}

/** The light is no longer red. */
export function healthRecovered(given: unknown, siteUrl: string): Letter {
  const { name, says } = inEnglish(given);
  return {
    subject: `Fixed: ${name}`,
    preview: says,
    heading: `${name}: fixed`,
    greeting: 'Hello,',
    paragraphs: ['The problem we emailed you about is fixed.', says],
    action: { label: 'See all status lights', link: `${siteUrl}/manage/office/health` },
    notes: [],
  };
}
