import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#server/sealing/derived-key.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `secrets` are derived from the master key, so that all servers use the same ones. */
export function createPauseTickets(secrets: Secrets) {
  const sign = (clientId: string, secret: Buffer) =>
    createHmac('sha256', secret).update(clientId).digest('base64url');
  return {
    ticketOf: (clientId: string): string => `${clientId}.${sign(clientId, secrets()[0])}`,
    /** The client; undefined if the signature is not valid. */
    read: (ticket: string): string | undefined => {
      const [clientId = '', signature = '', ...more] = ticket.split('.');
      if (!UUID.test(clientId) || more.length > 0) return undefined;
      return secrets().some((secret) => same(signature, sign(clientId, secret))) ? clientId : undefined;
    },
  };
}

/**
 * Signed tickets in the links of reminders. Anyone with a ticket can pause the reminders of one client, and nothing else:
 * it doesn't turn them on, and shows nothing.
 */
export type PauseTickets = ReturnType<typeof createPauseTickets>;

/** Compares the bytes, since base64url has several spellings for the same ones. */
function same(signature: string, right: string): boolean {
  const [given, expected] = [Buffer.from(signature), Buffer.from(right)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
