import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** Clocks differ, so the previous and the next step are accepted too. */
const WINDOW_STEPS = 1;

/** A new secret for an authenticator app, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The `otpauth:` URI in the QR code. Apps show the issuer and, below it, the account. */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  return new TOTP({ issuer, label: account, secret }).toString();
}

/** The QR code as SVG. Without `#`: supabase-js puts it into a data URL as it is. Scanners need a border of four. */
export function qrCode(uri: string): string {
  return renderSVG(uri, { ecc: 'M', border: 4, pixelSize: 1 });
}

/** The time step of a code; undefined if the code is wrong. `now` is in milliseconds. */
export function matchingTotpStep(secret: string, code: string, now: number = Date.now()): number | undefined {
  // The library throws at digits that are not ASCII.
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    window: WINDOW_STEPS,
    timestamp: now,
  });
  return delta === null ? undefined : TOTP.counter({ timestamp: now }) + delta;
}
