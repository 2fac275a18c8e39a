import { z } from 'zod';
import { type LightId, lightNames } from '#domain/health/lights.ts';
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
  return {
    subject: `Problem with the portal: ${lightNames[light]}`,
    preview: says,
    heading: `${lightNames[light]}: problem`,
    greeting: 'Hello,',
    paragraphs: [says, ...(todo === undefined ? [] : [`What to do: ${todo}`])],
    action: { label: 'See all lights', link: `${siteUrl}/manage/office/health` },
    notes: ['You get one mail about this now, and another one when it is fixed.'],
  };
}

/** The light is no longer red. */
export function healthRecovered(given: unknown, siteUrl: string): Letter {
  const { light, says } = facts.parse(given);
  return {
    subject: `Fixed: ${lightNames[light]}`,
    preview: says,
    heading: `${lightNames[light]}: fixed`,
    greeting: 'Hello,',
    paragraphs: ['The problem that we wrote to you about is fixed.', says],
    action: { label: 'See all lights', link: `${siteUrl}/manage/office/health` },
    notes: [],
  };
}
