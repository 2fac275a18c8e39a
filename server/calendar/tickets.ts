import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#server/sealing/derived-key.ts';

/** What stands in the links of an appointment's mails: whoever has it may move or cancel that appointment. */
export interface Tickets {
  ticketOf(appointmentId: string): string;
  /** The ticket in a letter to the visitor. It opens the same, and proves that its holder reads the mailbox. */
  mailedTicketOf(appointmentId: string): string;
  /** Undefined if we have not signed it. */
  read(ticket: string): Ticket | undefined;
}

export interface Ticket {
  appointmentId: string;
  /** It came by mail. */
  isMailed: boolean;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `secrets`: derived from the master key, so that all servers agree on them. */
export function createTickets(secrets: Secrets): Tickets {
  const sign = (text: string, secret = secrets()[0]) =>
    createHmac('sha256', secret).update(text).digest('base64url');
  const mailed = (id: string) => `mailed ${id}`;
  const isSigned = (text: string, signature: string) =>
    secrets().some((secret) => same(signature, sign(text, secret)));
  return {
    ticketOf: (id) => `${id}.${sign(id)}`,
    mailedTicketOf: (id) => `${id}.${sign(mailed(id))}`,
    read: (ticket) => {
      const [id = '', signature = '', ...more] = ticket.split('.');
      if (!UUID.test(id) || more.length > 0) return undefined;
      if (isSigned(mailed(id), signature)) return { appointmentId: id, isMailed: true };
      return isSigned(id, signature) ? { appointmentId: id, isMailed: false } : undefined;
    },
  };
}

/** Compared as text: a signature has one spelling. */
function same(signature: string, right: string): boolean {
  const [given, expected] = [Buffer.from(signature), Buffer.from(right)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
