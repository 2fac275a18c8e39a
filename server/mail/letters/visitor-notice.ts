import { z } from 'zod';
import { oneLine, sanitizeVisitorHtml, textOfVisitorHtml } from '../html/visitor-html.ts';

export const visitorNoticeFacts = z.object({ subject: z.string(), html: z.string() });

/**
 * The notice of a booked appointment by an existing app, the only mail that a visitor can write (migration
 * 0031_bookings_by_existing_apps). Subject and body come from the visitor and are sanitized; the letter around them says so.
 */
export function visitorNotice({ subject, html }: z.infer<typeof visitorNoticeFacts>, siteUrl: string) {
  const words = sanitizeVisitorHtml(html);
  return {
    subject: oneLine(subject, 200),
    preview: 'Someone booked on the website.',
    heading: 'New appointment',
    paragraphs: ['Someone booked an appointment on the website. They wrote:'],
    quoted: { html: words, text: textOfVisitorHtml(words) },
    action: { label: 'Open appointments', link: `${siteUrl}/manage?queue=appointments` },
    notes: ['A visitor wrote the quoted text. Don’t open any links in it.'],
  };
}
