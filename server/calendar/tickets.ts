import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Language, localizePath } from '#domain/language/language.ts';
import { isUuid } from '#domain/text/uuid.ts';
import type { Secrets } from '#server/sealing/derived-key.ts';

export interface Ticket {
  appointmentId: string;
  /** Whether it was sent by mail. */
  isMailed: boolean;
}

/** `secrets` are derived from the master key, so that all servers use the same ones. */
export function createTickets(secrets: Secrets) {
  const sign = (text: string, secret = secrets()[0]) =>
    createHmac('sha256', secret).update(text).digest('base64url');
  const mailed = (id: string) => `mailed ${id}`;
  const isSigned = (text: string, signature: string) =>
    secrets().some((secret) => same(signature, sign(text, secret)));
  return {
    ticketOf: (id: string): string => `${id}.${sign(id)}`,
    /** The ticket for a mail to the visitor. It also proves access to the mailbox. */
    mailedTicketOf: (id: string): string => `${id}.${sign(mailed(id))}`,
    /** Undefined if the signature is not valid. */
    read: (ticket: string): Ticket | undefined => {
      const [id = '', signature = '', ...more] = ticket.split('.');
      if (!isUuid(id) || more.length > 0) return undefined;
      if (isSigned(mailed(id), signature)) return { appointmentId: id, isMailed: true };
      return isSigned(id, signature) ? { appointmentId: id, isMailed: false } : undefined;
    },
  };
}

/** Signed tickets in the links of an appointment's mails. Anyone with a ticket can move or cancel the appointment. */
export type Tickets = ReturnType<typeof createTickets>;

/** The page to move or cancel an appointment. The ticket is in the fragment, which is not sent to servers or logged. */
export function changeLink(siteUrl: string, ticket: string, language: Language): string {
  return `${siteUrl}${localizePath('/calendar', language)}#ticket=${ticket}`;
}

/** Compares the texts, since base64url has several spellings for the same bytes. */
function same(signature: string, right: string): boolean {
  const [given, expected] = [Buffer.from(signature), Buffer.from(right)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
