import { createHmac } from 'node:crypto';
import { isSameSecret } from '#server/constant-time.ts';

interface Proof {
  secret: string;
  /** The public address that the gateway posts to. */
  address: string;
}

interface Sent {
  authorization: string | undefined;
  signature: string | undefined;
  form: URLSearchParams;
}

/**
 * Whether a form came from the gateway: with our secret as the password of its basic authentication, or with Twilio's
 * signature, which is made with the secret over the address and all fields.
 */
export function isFromGateway({ authorization, signature, form }: Sent, { secret, address }: Proof): boolean {
  if (signature !== undefined) return isSameSecret(signature, signatureOf(form, { secret, address }));
  const basic = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1];
  if (basic === undefined) return false;
  const [, ...password] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return isSameSecret(password.join(':'), secret);
}

/** Twilio's: HMAC-SHA1 of the address and of each name and value, sorted by name. */
export function signatureOf(form: URLSearchParams, { secret, address }: Proof): string {
  const fields = [...form].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const signed = fields.reduce((text, [name, value]) => text + name + value, address);
  return createHmac('sha1', secret).update(signed, 'utf8').digest('base64');
}
