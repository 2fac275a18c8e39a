import { z } from 'zod';
import { greeting, greetingOfWhole } from '#domain/contact/greeting.ts';
import { msg } from '#domain/language/message.ts';
import { type Letter, type Office, phone, plainName } from './letter.ts';

const invitedFacts = z.object({
  first_name: z.string().default(''),
  code: z.string().regex(/^[0-9A-Z]{10}$/),
});
const confirmedFacts = z.object({ first_name: z.string().default('') });
const acceptedFacts = z.object({ client_id: z.uuid(), client_name: z.string() });

/**
 * Invites a person to a client. The code opens nothing without the answer to the office's question and the office's
 * confirmation, so it may be in a mail. It is in the link's fragment, which is not sent to servers and not logged.
 */
export function clientInvitation(facts: unknown, office: Office, join: string): Letter {
  const { first_name, code } = invitedFacts.parse(facts);
  const written = `${code.slice(0, 5)}-${code.slice(5)}`;
  return {
    subject: msg`Your invitation to our client portal`,
    preview: msg`Send us documents and follow your tax return online.`,
    heading: msg`You’re invited to our client portal`,
    greeting: greetingOfWhole(first_name),
    paragraphs: [
      msg`${{ office: office.name }} invites you to the client portal. There you can send us documents, fill in the tax form, and follow your return.`,
      msg`Your invitation code is ${{ code: written }}. It is valid for 30 days.`,
    ],
    action: { label: msg`Accept the invitation`, link: `${join}#${code}` },
    notes: [
      msg`You’ll be asked a question that only you can answer. Then our office confirms it’s you.`,
      msg`Questions? Call us at ${{ phone: phone(office) }}.`,
    ],
  };
}

/** Tells the person that staff have confirmed them. */
export function invitationConfirmed(facts: unknown, office: Office, account: string): Letter {
  const { first_name } = confirmedFacts.parse(facts);
  return {
    subject: msg`Your access is ready`,
    preview: msg`Our office has confirmed your invitation.`,
    heading: msg`Your access is ready`,
    greeting: greeting(first_name),
    paragraphs: [
      msg`Our office has confirmed your invitation. Log in again with your email address and password to see everything.`,
    ],
    action: { label: msg`Open my account`, link: account },
    notes: [msg`Questions? Call us at ${{ phone: phone(office) }}.`],
  };
}

/** Tells the office that someone has accepted an invitation and waits to be confirmed. */
export function invitationAccepted(facts: unknown, siteUrl: string): Letter {
  const { client_id, client_name } = acceptedFacts.parse(facts);
  const name = plainName(client_name, 'a client');
  return {
    subject: `Invitation accepted: ${plainName(client_name, 'A client')}`,
    preview: 'A super user or the client has to confirm the person.',
    heading: 'An invitation was accepted',
    greeting: 'Hello,',
    paragraphs: [
      `A person has accepted your invitation to the portal for ${name} and answered the question. They see nothing until a super user or the client confirms them.`,
    ],
    action: { label: 'Open the client’s case', link: `${siteUrl}/manage?client=${client_id}` },
    notes: [],
  };
}
