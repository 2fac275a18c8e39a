import { type Language, localizePath } from '#domain/language/language.ts';
import type { Secrets } from '#server/sealing/derived-key.ts';
import { createSignedIds } from '#server/sealing/signed-ids.ts';

const MAILED = 'mailed ';

export function createTickets(secrets: Secrets) {
  const ids = createSignedIds(secrets);
  return {
    ticketOf: (id: string): string => ids.ticketOf(id),
    /** The ticket for a mail to the visitor. It also proves access to the mailbox. */
    mailedTicketOf: (id: string): string => ids.ticketOf(id, MAILED),
    /** The appointment, and whether the ticket was sent by mail. Undefined if the signature is not valid. */
    read: (ticket: string): { appointmentId: string; isMailed: boolean } | undefined => {
      const mailed = ids.read(ticket, MAILED);
      const appointmentId = mailed ?? ids.read(ticket);
      return appointmentId === undefined ? undefined : { appointmentId, isMailed: mailed !== undefined };
    },
  };
}

/** Signed tickets in the links of an appointment's mails. Anyone with a ticket can move or cancel the appointment. */
export type Tickets = ReturnType<typeof createTickets>;

/** The page to move or cancel an appointment. The ticket is in the fragment, which is not sent to servers or logged. */
export function changeLink(siteUrl: string, ticket: string, language: Language): string {
  return `${siteUrl}${localizePath('/calendar', language)}#ticket=${ticket}`;
}
