import { createHmac, timingSafeEqual } from 'node:crypto';

/** What stands in the links of an appointment's mails: whoever has it may move or cancel that appointment. */
export interface Tickets {
  ticketOf(appointmentId: string): string;
  /** The appointment's id; undefined for what we have not signed. */
  read(ticket: string): string | undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `secret`: a key of its own, derived from the master key, so that all servers agree on it. */
export function createTickets(secret: Buffer): Tickets {
  const sign = (id: string) => createHmac('sha256', secret).update(id).digest('base64url');
  return {
    ticketOf: (id) => `${id}.${sign(id)}`,
    read: (ticket) => {
      const [id = '', signature = '', ...more] = ticket.split('.');
      if (!UUID.test(id) || more.length > 0) return undefined;
      // As text: one signature has one spelling.
      const [given, expected] = [Buffer.from(signature), Buffer.from(sign(id))];
      return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
    },
  };
}
