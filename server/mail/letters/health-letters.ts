import { z } from 'zod';
import { type LightId, lightNames } from '#domain/health/lights.ts';
import { englishReader } from '#server/language/readers.ts';
import type { Letter } from './letter.ts';

const facts = z.object({
  light: z.enum(Object.keys(lightNames) as [LightId, ...LightId[]]),
  says: z.string(),
  todo: z.string().optional(),
});

// Mails to the office about the portal itself. They contain no client data.

/** A light has turned red. */
export function healthRed(given: unknown, siteUrl: string): Letter {
  const { light, says, todo } = facts.parse(given);
  const name = englishReader.t(lightNames[light]);
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
  const { light, says } = facts.parse(given);
  const name = englishReader.t(lightNames[light]);
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
