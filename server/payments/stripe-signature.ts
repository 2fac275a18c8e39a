import { createHmac, timingSafeEqual } from 'node:crypto';

/** Older signatures are refused, so that a copied request is of no use. Stripe signs each attempt anew. */
const TOLERANCE_SECONDS = 300;
const MAX_HEADER = 2000;
const MAX_SIGNATURES = 20;

/**
 * Whether Stripe signed this body: the header "t=<seconds>,v1=<hex>,..." has the HMAC-SHA256 of "<seconds>.<body>". There
 * are several signatures while the secret is being replaced. The body is the raw one: JSON that was parsed and written
 * again is another text.
 */
export function isSignedByStripe(
  body: Buffer,
  header: string | undefined,
  secret: string,
  now: Date,
): boolean {
  if (header === undefined || header.length > MAX_HEADER) return false;
  const parts = header.split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS) return false;
  const right = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  const given = parts.filter(([name]) => name === 'v1').slice(0, MAX_SIGNATURES);
  return given.some(
    ([, hex = '']) => /^[0-9a-f]{64}$/.test(hex) && timingSafeEqual(Buffer.from(hex, 'hex'), right),
  );
}
