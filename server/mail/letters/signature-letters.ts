import { z } from 'zod';
import { greeting } from '#domain/contact/greeting.ts';
import { msg } from '#domain/language/message.ts';
import { type Letter, type Office, phone, plainName } from './letter.ts';

const signerFacts = z.object({
  first_name: z.string().default(''),
  /** Without it, the letter says that all is signed. */
  request_id: z.uuid().optional(),
  /** If the document is for another client than the reader's own. */
  client_id: z.uuid().optional(),
});

/** Says that there is something to sign, and not what: mails are not confidential. */
export function signatureRequest(facts: unknown, office: Office, account: string): Letter {
  const { first_name, request_id, client_id } = signerFacts.parse(facts);
  const page = request_id === undefined ? account : `${account}/sign/${request_id}`;
  return {
    subject: msg`You have a document to sign`,
    preview: msg`It takes about a minute, on your phone or computer.`,
    heading: msg`You have a document to sign`,
    greeting: greeting(first_name),
    paragraphs: [
      msg`We put a document into your account for you to sign. It takes about a minute, on your phone or computer. To keep it private, it isn’t in this email.`,
    ],
    action: {
      label: msg`Read and sign`,
      link: client_id === undefined ? page : `${page}?client=${client_id}`,
    },
    notes: [
      msg`Questions, or would you rather sign on paper? Call us at ${{ phone: phone(office) }}. We never ask for your password or a code by email.`,
    ],
  };
}

export function signatureCompleted(facts: unknown, office: Office, files: string): Letter {
  const { first_name, client_id } = signerFacts.parse(facts);
  return {
    subject: msg`Your signed document is ready`,
    preview: msg`Everyone has signed. Your copy is in your files.`,
    heading: msg`Your signed document is ready`,
    greeting: greeting(first_name),
    paragraphs: [
      msg`Everyone has signed. The signed copy is in your files, with a page that shows who signed and when.`,
    ],
    action: {
      label: msg`Open my files`,
      link: client_id === undefined ? files : `${files}?client=${client_id}`,
    },
    notes: [msg`Questions? Call us at ${{ phone: phone(office) }}.`],
  };
}

const noticeFacts = z.object({ client_id: z.uuid(), client_name: z.string() });

/** To the office. */
export function signatureDeclined(facts: unknown, siteUrl: string): Letter {
  const { client_id, client_name } = noticeFacts.parse(facts);
  const name = plainName(client_name, 'A client');
  return {
    subject: `Signature declined: ${name}`,
    preview: 'A client declined to sign a document.',
    heading: 'A client declined to sign',
    greeting: 'Hello,',
    paragraphs: [`${name} declined to sign a document. The reason is in the case.`],
    action: { label: 'Open the client’s case', link: `${siteUrl}/manage?client=${client_id}` },
    notes: [],
  };
}
