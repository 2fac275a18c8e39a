import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** Clocks differ: the step before and the one after count too. */
const WINDOW_STEPS = 1;

/** What an authenticator app is given, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address behind the QR code: apps show the issuer and, below it, the account. */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  return new TOTP({ issuer, label: account, secret }).toString();
}

/**
 * The QR code as SVG. supabase-js puts it into a data URL as it stands, so it must not hold a `#`; the quiet
 * zone of four is what scanners need.
 */
export function qrCode(uri: string): string {
  return renderSVG(uri, { ecc: 'M', border: 4, pixelSize: 1 });
}

/** The time step whose code this is; undefined for a wrong one. */
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
