import { z } from 'zod';
import { type LightId, lightIds, lightNames } from '#domain/health/lights.ts';
import { type Found, inSentences, isCode } from '#domain/health/words.ts';
import { englishReader } from '#server/language/readers.ts';
import { oneLine } from '../html/visitor-html.ts';
import { type Letter, plainName } from './letter.ts';
import { visitorNotice, visitorNoticeFacts } from './visitor-notice.ts';
import { threadOf } from './visitors/contact-reply.ts';

const ofClient = z.object({ client_id: z.uuid(), client_name: z.string() });
const ofYear = ofClient.extend({ year: z.number().int() });
const deletion = z.object({ client_id: z.uuid(), requested_by: z.string().nullish() });
const contact = z.object({ message_id: z.uuid(), name: z.string() });
const light = z.object({
  light: z.enum(lightIds as [LightId, ...LightId[]]),
  code: z.string().refine(isCode),
  values: z.record(z.string(), z.unknown()).nullish(),
});

const nameIn = ({ client_name }: z.infer<typeof ofClient>) => plainName(client_name, 'A client');

/** Letters to the office's own mailbox, by name. They are in English, and don't have what clients wrote. */
export const officeLetters = {
  tax_form_received: to(ofYear, (facts, siteUrl) => ({
    subject: `Tax form ${facts.year}: ${nameIn(facts)}`,
    preview: 'A client submitted the annual tax form.',
    heading: 'You got a tax form',
    paragraphs: [`${nameIn(facts)} submitted the tax form for ${facts.year}.`],
    action: openCase(siteUrl, facts),
    notes: ['To protect the client, this email has no answers from the form.'],
  })),
  return_approved: to(ofYear, (facts, siteUrl) => ({
    subject: `Return ${facts.year} approved: ${nameIn(facts)}`,
    preview: 'A client approved the return.',
    heading: 'A return was approved',
    paragraphs: [`${nameIn(facts)} approved the return for ${facts.year}. Payment and filing come next.`],
    action: openCase(siteUrl, facts),
  })),
  /** Someone waits to be confirmed. */
  invitation_accepted: to(ofClient, (facts, siteUrl) => ({
    subject: `Invitation accepted: ${nameIn(facts)}`,
    preview: 'A super user or the client has to confirm the person.',
    heading: 'An invitation was accepted',
    paragraphs: [
      `A person has accepted your invitation to the portal for ${plainName(facts.client_name, 'a client')} and answered the question. They see nothing until a super user or the client confirms them.`,
    ],
    action: openCase(siteUrl, facts),
  })),
  /** A second super user has to agree. */
  deletion_requested: to(deletion, ({ requested_by, ...facts }, siteUrl) => ({
    subject: 'Someone asked to delete a client',
    preview: 'A second super user has to agree.',
    paragraphs: [
      `${plainName(requested_by ?? '', 'A super user')} asked to delete a client. Nothing is deleted until another super user has seen what would go and agrees.`,
    ],
    action: openCase(siteUrl, facts),
  })),
  /** A client waits for a reply. */
  client_wrote: to(ofClient, (facts, siteUrl) => ({
    subject: `Message from ${nameIn(facts)}`,
    preview: 'A client wrote a message in the portal.',
    heading: 'A client wrote to you',
    paragraphs: [`${nameIn(facts)} wrote a message in the portal and waits for a reply.`],
    action: {
      label: 'Open the conversation',
      link: `${siteUrl}/manage?client=${facts.client_id}&tab=contact#case-conversation`,
    },
    notes: ['To protect the client, this email does not have the message.'],
  })),
  signature_declined: to(ofClient, (facts, siteUrl) => ({
    subject: `Signature declined: ${nameIn(facts)}`,
    preview: 'A client declined to sign a document.',
    heading: 'A client declined to sign',
    paragraphs: [`${nameIn(facts)} declined to sign a document. The reason is in the case.`],
    action: openCase(siteUrl, facts),
  })),
  contact_received: to(contact, ({ message_id, name }, siteUrl) => {
    const who = oneLine(name, 80) || 'Someone';
    return {
      subject: `New message: ${who}`,
      preview: 'Someone sent a message from the contact page.',
      heading: 'New message',
      paragraphs: [`${who} sent a message from the contact page.`],
      action: { label: 'Read and reply', link: `${siteUrl}/manage?queue=messages&message=${message_id}` },
      notes: ['To protect the sender, the message isn’t in this email.'],
      thread: threadOf(message_id),
    };
  }),
  visitor_notice: to(visitorNoticeFacts, visitorNotice),

  // About the portal itself. They contain no client data.

  health_red: to(light, (facts, siteUrl) => {
    const { name, says, todo } = inEnglish(facts);
    return {
      subject: `Problem with the portal: ${name}`,
      preview: says,
      heading: `${name}: problem`,
      paragraphs: [says, ...(todo === undefined ? [] : [`What to do: ${todo}`])],
      action: { label: 'See all status lights', link: `${siteUrl}/manage/office/health` },
      notes: ['You’ll get one more email when this is fixed.'],
    };
  }),
  health_mended: to(light, (facts, siteUrl) => {
    const { name, says } = inEnglish(facts);
    return {
      subject: `Fixed: ${name}`,
      preview: says,
      heading: `${name}: fixed`,
      paragraphs: ['The problem we emailed you about is fixed.', says],
      action: { label: 'See all status lights', link: `${siteUrl}/manage/office/health` },
    };
  }),
};

function to<Facts>(
  schema: z.ZodType<Facts>,
  write: (facts: Facts, siteUrl: string) => Omit<Letter, 'greeting' | 'notes'> & Partial<Letter>,
) {
  return (given: unknown, siteUrl: string): Letter => ({
    greeting: 'Hello,',
    notes: [],
    ...write(schema.parse(given), siteUrl),
  });
}

function openCase(siteUrl: string, { client_id }: { client_id: string }) {
  return { label: 'Open the client’s case', link: `${siteUrl}/manage?client=${client_id}` };
}

function inEnglish({ light: id, ...found }: z.infer<typeof light>) {
  return { name: englishReader.t(lightNames[id]), ...inSentences(englishReader.t, found as Found) };
}
