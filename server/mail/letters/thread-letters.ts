import { z } from 'zod';
import { greeting } from '#domain/contact/greeting.ts';
import { msg } from '#domain/language/message.ts';
import { type Letter, type Office, phone, plainName } from './letter.ts';

const threadFacts = z.object({
  first_name: z.string().default(''),
  /** If the message is for another client than the reader's own. */
  client_id: z.uuid().optional(),
});

/** Says that there is a message in the portal, and nothing of what it says: mails are not confidential. */
export function threadLetter(facts: unknown, office: Office, messages: string): Letter {
  const { first_name, client_id } = threadFacts.parse(facts);
  return {
    subject: msg`You have a new message`,
    preview: msg`Log in to read it and to reply.`,
    heading: msg`You have a new message`,
    greeting: greeting(first_name),
    paragraphs: [
      msg`We wrote you a message in your account. To keep it private, it isn’t in this email. Log in to read it and to reply.`,
    ],
    action: {
      label: msg`Read my message`,
      link: client_id === undefined ? messages : `${messages}?client=${client_id}`,
    },
    notes: [
      msg`Questions? Call us at ${{ phone: phone(office) }}. Please don’t reply with documents or Social Security numbers. Email isn’t secure enough.`,
    ],
  };
}

const noticeFacts = z.object({ client_id: z.uuid(), client_name: z.string() });

/** To the office: a client waits for a reply. */
export function clientWrote(facts: unknown, siteUrl: string): Letter {
  const { client_id, client_name } = noticeFacts.parse(facts);
  const name = plainName(client_name, 'A client');
  return {
    subject: `Message from ${name}`,
    preview: 'A client wrote a message in the portal.',
    heading: 'A client wrote to you',
    greeting: 'Hello,',
    paragraphs: [`${name} wrote a message in the portal and waits for a reply.`],
    action: {
      label: 'Open the conversation',
      link: `${siteUrl}/manage?client=${client_id}&tab=contact#case-conversation`,
    },
    notes: ['To protect the client, this email does not have the message.'],
  };
}
