import { z } from 'zod';
import { greeting } from '#domain/contact/greeting.ts';
import { msg } from '#domain/language/message.ts';
import { type Letter, type Office, phone, plainName } from './letter.ts';

const facts = z.object({
  first_name: z.string().default(''),
  client_name: z.string(),
  person: z.string(),
  person_email: z.string(),
  /** If the client is not the reader's own. */
  client_id: z.uuid().optional(),
});

type AccountOf = (clientId: string | undefined) => string;

/** The client, and the person by name and address, so that no one hides behind a name. */
const namesIn = ({ client_name, person, person_email }: z.infer<typeof facts>) => ({
  client: plainName(client_name, '-'),
  person: `${plainName(person, '')} (${person_email})`.trim(),
});

/** Tells a client that the office asks to give a person access, which waits for the client. */
export function accessAsked(given: unknown, office: Office, accountOf: AccountOf): Letter {
  const asked = facts.parse(given);
  const { client, person } = namesIn(asked);
  return {
    subject: msg`Please decide who has access to your account`,
    preview: msg`Our office would like to give a person access to your account.`,
    heading: msg`Should this person have access?`,
    greeting: greeting(asked.first_name),
    paragraphs: [
      msg`Our office would like to give ${{ person }} access to the account of ${{ client }}.`,
      msg`Log in to see what this person could do, and allow it or not. This person sees nothing before that.`,
    ],
    action: { label: msg`Open my account`, link: accountOf(asked.client_id) },
    notes: [
      msg`If you don’t know this person, choose “Don’t allow” and call us at ${{ phone: phone(office) }}.`,
    ],
  };
}

/** Tells a client that a person has access now. */
export function accessGiven(given: unknown, office: Office, accountOf: AccountOf): Letter {
  const granted = facts.parse(given);
  const { client, person } = namesIn(granted);
  return {
    subject: msg`A person has access to your account`,
    preview: msg`Make sure you expected this.`,
    heading: msg`A person has access to your account`,
    greeting: greeting(granted.first_name),
    paragraphs: [
      msg`${{ person }} has access to the account of ${{ client }} now. Under “People with access” you see what this person may do.`,
    ],
    action: { label: msg`Open my account`, link: accountOf(granted.client_id) },
    notes: [msg`If you didn’t expect this, call us right away at ${{ phone: phone(office) }}.`],
  };
}
