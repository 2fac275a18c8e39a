import { z } from 'zod';
import { greeting } from '#domain/contact/greeting.ts';
import { msg } from '#domain/language/message.ts';
import { type Letter, type Office, phone, plainName } from './letter.ts';

const deletedFacts = z.object({
  first_name: z.string().default(''),
  /** The last day of what the law keeps, if it keeps something: always a June 30. */
  kept_until: z.iso.date().optional(),
});

/** Tells a client that the account is gone. The last mail to this address. */
export function clientDeleted(given: unknown, office: Office): Letter {
  const { first_name, kept_until } = deletedFacts.parse(given);
  return {
    subject: msg`Your account was deleted`,
    preview: msg`We deleted the information we had about you.`,
    heading: msg`Your account was deleted`,
    greeting: greeting(first_name),
    paragraphs: [
      msg`We deleted your account at ${{ office: office.name }}, with your files, forms, and messages. You can’t log in anymore.`,
      kept_until === undefined
        ? msg`No law requires us to keep anything, so nothing is left.`
        : msg`The law requires us to keep returns that we prepared, what they were prepared from, what you signed, and our books. We delete each of these when its time is over, the last after June 30, ${{ year: kept_until.slice(0, 4) }}.`,
    ],
    notes: [msg`If you didn’t ask for this, call us right away at ${{ phone: phone(office) }}.`],
  };
}

const requestedFacts = z.object({ client_id: z.uuid(), requested_by: z.string().nullish() });

/** Tells the office that a second super user has to agree. */
export function deletionRequested(given: unknown, siteUrl: string): Letter {
  const { client_id, requested_by } = requestedFacts.parse(given);
  return {
    subject: 'Someone asked to delete a client',
    preview: 'A second super user has to agree.',
    heading: 'Someone asked to delete a client',
    greeting: 'Hello,',
    paragraphs: [
      `${plainName(requested_by ?? '', 'A super user')} asked to delete a client. Nothing is deleted until another super user has seen what would go and agrees.`,
    ],
    action: { label: 'Open the client’s case', link: `${siteUrl}/manage?client=${client_id}` },
    notes: [],
  };
}
