import { z } from 'zod';
import type { Letter } from './letter.ts';
import { oneLine, sanitizeVisitorHtml, textOfVisitorHtml } from './visitor-html.ts';

/**
 * The one mail that a visitor may cause (migration 0017): that an appointment was booked. Subject and body are the
 * visitor's own, as far as they are harmless; around them is the office's letter, which says whose words these are.
 */
export function visitorNotice(facts: unknown, siteUrl: string): Letter {
  const { subject, html } = noticeFacts.parse(facts);
  const words = sanitizeVisitorHtml(html);
  return {
    subject: oneLine(subject, 200),
    preview: 'Somebody has booked on the website.',
    heading: 'New appointment',
    greeting: 'Hello,',
    paragraphs: ['Somebody has booked an appointment on the website. They wrote:'],
    quoted: { html: words, text: textOfVisitorHtml(words) },
    action: { label: 'Open the appointments', link: `${siteUrl}/manage?queue=appointments` },
    notes: [
      'The words in the middle were sent by a visitor. Please don’t follow an address that stands there.',
    ],
  };
}

const noticeFacts = z.object({ subject: z.string(), html: z.string() });
