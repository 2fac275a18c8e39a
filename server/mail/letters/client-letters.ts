import { z } from 'zod';
import { titleInWords } from '#domain/checklist/rules.ts';
import {
  type LetterTemplate,
  letterTemplates,
  letterWords,
  maxLetterItem,
  maxLetterItems,
} from '#domain/contact/client-letters.ts';
import { greeting, greetingOfWhole } from '#domain/contact/greeting.ts';
import { returnLetterWords } from '#domain/contact/return-letter.ts';
import { msg } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';
import { returnKinds, returnStatuses } from '#domain/returns/tax-return.ts';
import { englishReader } from '#server/language/readers.ts';
import { type Letter, type LetterParts, pageIn, phone, plainName } from './letter.ts';

const recipient = z.object({
  first_name: z.string().default(''),
  /** If the letter is about another client than the reader's own. */
  client_id: z.uuid().optional(),
});
const returnFacts = recipient.extend({
  year: z.number().int(),
  kind: z.enum(returnKinds),
  status: z.enum(returnStatuses).exclude(['not_started']),
  note: z.string().nullish(),
  return_id: z.uuid().nullish(),
});
const requestFacts = recipient.extend({
  /** The requested documents. The database has checked their length in characters; some are two UTF-16 units here. */
  items: z
    .array(z.string().max(2 * maxLetterItem))
    .max(maxLetterItems)
    .default([]),
  note: z.string().nullish(),
  /** The return that the letter is about. */
  return_id: z.uuid().nullish(),
});
const invitationFacts = recipient.extend({ code: z.string().regex(/^[0-9A-Z]{10}$/) });
const accessFacts = recipient.extend({
  client_name: z.string(),
  person: z.string(),
  person_email: z.string(),
});
/** The last day of what the law keeps, if it keeps something: always a June 30. */
const deletionFacts = recipient.extend({ kept_until: z.iso.date().optional() });
/** Without a request, the letter says that all is signed. */
const signatureFacts = recipient.extend({ request_id: z.uuid().optional() });

/** The others are about a return. */
const PAGES: Partial<Record<LetterTemplate, string>> = {
  form_reminder: '/account',
  message: '/account',
  document_request: '/secured-files',
};

/** Where the first paragraph doesn't fit, or is the staff's own. */
const PREVIEWS: Partial<Record<LetterTemplate, Wording>> = {
  document_request: msg`You can send a photo from your phone.`,
  message: msg`Open it to read our message.`,
};

/** Mails that an older release queued don't name the return. */
const pathOfReturn = (id: string | null | undefined): string => (id ? `/account/returns/${id}` : '/account');

/** The page of the client that the letter is about. */
export const ofClient = (link: string, clientId: string | undefined): string =>
  clientId === undefined ? link : `${link}?client=${clientId}`;

/** Letters to clients, by name. They say that there is something, and not what: mails are not confidential. */
export function clientLetters(parts: LetterParts): Record<string, (facts: unknown) => Letter> {
  const { office, reader } = parts;
  const page = (path: string) => pageIn(parts, path);
  const account = page('/account');
  const call = phone(office);
  const questions = msg`Questions? Call us at ${{ phone: call }}.`;
  const noDocuments = msg`Questions? Call us at ${{ phone: call }}. Please don’t reply with documents or Social Security numbers. Email isn’t secure enough.`;
  const to =
    <Facts extends z.infer<typeof recipient>>(
      schema: z.ZodType<Facts>,
      write: (facts: Facts) => Omit<Letter, 'greeting' | 'notes'> & Partial<Letter>,
    ) =>
    (given: unknown): Letter => {
      const facts = schema.parse(given);
      return { greeting: greeting(facts.first_name), notes: [questions], ...write(facts) };
    };
  /** A letter that staff send with one click, with their note. */
  const ofStaff = (template: LetterTemplate) =>
    to(requestFacts, ({ items, note, client_id, return_id }) => {
      // Staff choose documents of the client's list by their English titles.
      const titles = items.map((item) => titleInWords(item, englishReader.t, reader.t));
      const { action, ...words } = letterWords(template, { items: titles, note });
      return {
        ...words,
        preview: PREVIEWS[template] ?? words.paragraphs[0] ?? '',
        action: {
          label: action,
          link: ofClient(page(PAGES[template] ?? pathOfReturn(return_id)), client_id),
        },
        notes: [
          template === 'document_request'
            ? msg`Questions? Call us at ${{ phone: call }}. Please don’t send documents by email. It isn’t secure enough.`
            : noDocuments,
        ],
      };
    });
  return {
    ...Object.fromEntries(letterTemplates.map((template) => [template, ofStaff(template)])),

    return_status: to(returnFacts, ({ return_id, client_id, ...facts }) => {
      const { action, ...words } = returnLetterWords(facts, reader.t);
      const link = ofClient(page(pathOfReturn(return_id)), client_id);
      return { ...words, preview: words.paragraphs[0] ?? '', action: { label: action, link } };
    }),

    /**
     * The code opens nothing without the answer to the office's question and the office's confirmation, so it may be in a
     * mail. It is in the link's fragment, which is not sent to servers and not logged.
     */
    client_invitation: to(invitationFacts, ({ first_name, code }) => ({
      subject: msg`Your invitation to our client portal`,
      preview: msg`Send us documents and follow your tax return online.`,
      heading: msg`You’re invited to our client portal`,
      greeting: greetingOfWhole(first_name),
      paragraphs: [
        msg`${{ office: office.name }} invites you to the client portal. There you can send us documents, fill in the tax form, and follow your return.`,
        msg`Your invitation code is ${{ code: `${code.slice(0, 5)}-${code.slice(5)}` }}. It is valid for 30 days.`,
      ],
      action: { label: msg`Accept the invitation`, link: `${page('/join')}#${code}` },
      notes: [
        msg`You’ll be asked a question that only you can answer. Then our office confirms it’s you.`,
        questions,
      ],
    })),
    /** Staff have confirmed the person. */
    invitation_confirmed: to(recipient, () => ({
      subject: msg`Your access is ready`,
      preview: msg`Our office has confirmed your invitation.`,
      paragraphs: [
        msg`Our office has confirmed your invitation. Log in again with your email address and password to see everything.`,
      ],
      action: { label: msg`Open my account`, link: account },
    })),

    /** The office asks to give a person access, which waits for the client. */
    access_asked: to(accessFacts, ({ client_id, ...facts }) => ({
      subject: msg`Please decide who has access to your account`,
      preview: msg`Our office would like to give a person access to your account.`,
      heading: msg`Should this person have access?`,
      paragraphs: [
        msg`Our office would like to give ${{ person: personIn(facts) }} access to the account of ${{ client: clientIn(facts) }}.`,
        msg`Log in to see what this person could do, and allow it or not. This person sees nothing before that.`,
      ],
      action: { label: msg`Open my account`, link: ofClient(account, client_id) },
      notes: [msg`If you don’t know this person, choose “Don’t allow” and call us at ${{ phone: call }}.`],
    })),
    access_given: to(accessFacts, ({ client_id, ...facts }) => ({
      subject: msg`A person has access to your account`,
      preview: msg`Make sure you expected this.`,
      paragraphs: [
        msg`${{ person: personIn(facts) }} has access to the account of ${{ client: clientIn(facts) }} now. Under “People with access” you see what this person may do.`,
      ],
      action: { label: msg`Open my account`, link: ofClient(account, client_id) },
      notes: [msg`If you didn’t expect this, call us right away at ${{ phone: call }}.`],
    })),

    /** The last mail to this address. */
    client_deleted: to(deletionFacts, ({ kept_until }) => ({
      subject: msg`Your account was deleted`,
      preview: msg`We deleted the information we had about you.`,
      paragraphs: [
        msg`We deleted your account at ${{ office: office.name }}, with your files, forms, and messages. You can’t log in anymore.`,
        kept_until === undefined
          ? msg`No law requires us to keep anything, so nothing is left.`
          : msg`The law requires us to keep returns that we prepared, what they were prepared from, what you signed, and our books. We delete each of these when its time is over, the last after June 30, ${{ year: kept_until.slice(0, 4) }}.`,
      ],
      notes: [msg`If you didn’t ask for this, call us right away at ${{ phone: call }}.`],
    })),

    thread_message: to(recipient, ({ client_id }) => ({
      subject: msg`You have a new message`,
      preview: msg`Log in to read it and to reply.`,
      paragraphs: [
        msg`We wrote you a message in your account. To keep it private, it isn’t in this email. Log in to read it and to reply.`,
      ],
      action: { label: msg`Read my message`, link: ofClient(page('/account/messages'), client_id) },
      notes: [noDocuments],
    })),

    invoice_issued: to(recipient, () => ({
      subject: msg`You have a new bill`,
      preview: msg`Log in to see it and to pay.`,
      paragraphs: [msg`We put a bill in your account. Log in to see it, and to choose how to pay.`],
      action: { label: msg`See my bill`, link: `${account}#bills` },
    })),
    payment_received: to(recipient, () => ({
      subject: msg`We got your payment`,
      preview: msg`Your receipt is in your account.`,
      heading: msg`Thank you for your payment`,
      paragraphs: [msg`We recorded your payment. Your receipt is in your account.`],
      action: { label: msg`See my receipt`, link: `${account}#bills` },
      notes: [msg`Is something wrong with it? Call us at ${{ phone: call }}.`],
    })),

    signature_request: to(signatureFacts, ({ request_id, client_id }) => ({
      subject: msg`You have a document to sign`,
      preview: msg`It takes about a minute, on your phone or computer.`,
      paragraphs: [
        msg`We put a document into your account for you to sign. It takes about a minute, on your phone or computer. To keep it private, it isn’t in this email.`,
      ],
      action: {
        label: msg`Read and sign`,
        link: ofClient(request_id === undefined ? account : `${account}/sign/${request_id}`, client_id),
      },
      notes: [
        msg`Questions, or would you rather sign on paper? Call us at ${{ phone: call }}. We never ask for your password or a code by email.`,
      ],
    })),
    signature_completed: to(signatureFacts, ({ client_id }) => ({
      subject: msg`Your signed document is ready`,
      preview: msg`Everyone has signed. Your copy is in your files.`,
      paragraphs: [
        msg`Everyone has signed. The signed copy is in your files, with a page that shows who signed and when.`,
      ],
      action: { label: msg`Open my files`, link: ofClient(page('/secured-files'), client_id) },
    })),
  };
}

const clientIn = ({ client_name }: { client_name: string }) => plainName(client_name, '-');

/** By name and address, so that no one hides behind a name. */
const personIn = ({ person, person_email }: Pick<z.infer<typeof accessFacts>, 'person' | 'person_email'>) =>
  `${plainName(person, '')} (${person_email})`.trim();
