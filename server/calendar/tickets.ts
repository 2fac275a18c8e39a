import { createHmac, timingSafeEqual } from 'node:crypto';

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

/** `secret`: a key of its own, derived from the master key, so that all servers agree on it. */
export function createTickets(secret: Buffer): Tickets {
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  const signMailed = (id: string) => sign(`mailed ${id}`);
  return {
    ticketOf: (id) => `${id}.${sign(id)}`,
    mailedTicketOf: (id) => `${id}.${signMailed(id)}`,
    read: (ticket) => {
      const [id = '', signature = '', ...more] = ticket.split('.');
      if (!UUID.test(id) || more.length > 0) return undefined;
      if (same(signature, signMailed(id))) return { appointmentId: id, isMailed: true };
      return same(signature, sign(id)) ? { appointmentId: id, isMailed: false } : undefined;
    },
  };
}

/** Compared as text: a signature has one spelling. */
function same(signature: string, right: string): boolean {
  const [given, expected] = [Buffer.from(signature), Buffer.from(right)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
