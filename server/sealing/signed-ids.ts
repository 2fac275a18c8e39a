import { createHmac } from 'node:crypto';
import { isUuid } from '#domain/text/uuid.ts';
import { isSameSecret } from '#server/constant-time.ts';
import type { Secrets } from './derived-key.ts';

/** Signs ids for links: "id.signature". `secrets` are derived from the master key, so that all servers use the same ones. */
export function createSignedIds(secrets: Secrets) {
  const signatureOf = (text: string, secret = secrets()[0]) =>
    createHmac('sha256', secret).update(text).digest('base64url');
  return {
    /** `use` tells signatures of the same id apart. */
    ticketOf: (id: string, use = ''): string => `${id}.${signatureOf(use + id)}`,
    /** The id; undefined if it was not signed for this use. */
    read: (ticket: string, use = ''): string | undefined => {
      const [id = '', signature = '', ...more] = ticket.split('.');
      if (!isUuid(id) || more.length > 0) return undefined;
      // As texts, since base64url has several spellings for the same bytes.
      const isSigned = secrets().some((secret) => isSameSecret(signature, signatureOf(use + id, secret)));
      return isSigned ? id : undefined;
    },
  };
}
