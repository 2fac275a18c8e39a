import { hkdfSync, randomUUID } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { SignJWT } from 'jose';
import type { CaptchaAction, CaptchaChallenge, CaptchaVerdict } from '#contract/captcha.ts';
import { ENCRYPTION_KEY } from './server/keys.ts';

/** Gets and solves a challenge. Returns the token for `verify-recaptcha`. */
export async function solvedToken(portalUrl: string, action: CaptchaAction): Promise<string> {
  const response = await fetch(`${portalUrl}/functions/v1/captcha-challenge?action=${action}`);
  const asked = (await response.json()) as CaptchaChallenge;
  if (asked.provider === 'off') return 'anything';
  if (asked.provider !== 'embedded') throw new Error(`${asked.provider} is not for tests to solve`);
  const { challenge } = asked;
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}

export async function verdictOn(
  portalUrl: string,
  question: { token: unknown; action?: string },
): Promise<CaptchaVerdict> {
  const response = await fetch(`${portalUrl}/functions/v1/verify-recaptcha`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(question),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as CaptchaVerdict;
}

/** Gets a pass for one action. */
export async function solveCaptcha(portalUrl: string, action: CaptchaAction): Promise<string> {
  const { pass } = await verdictOn(portalUrl, { token: await solvedToken(portalUrl, action), action });
  if (pass === undefined) throw new Error('no pass for a solved captcha');
  return pass;
}

/** A pass like that of a solved captcha, for tests of something else: solving one takes half a second of processor time. */
export const signedPass = (action: CaptchaAction): Promise<string> => forgedPass({ action });

/** Signs a pass like the server, or with another key. */
export function forgedPass({
  action,
  secondsLeft = 600,
  masterKey = ENCRYPTION_KEY,
  id = randomUUID(),
}: {
  action: string;
  secondsLeft?: number;
  masterKey?: string;
  id?: string;
}): Promise<string> {
  const secret = hkdfSync('sha256', Buffer.from(masterKey, 'base64'), '', 'nutmeg captcha passes v1', 32);
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ action })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('captcha pass')
    .setJti(id)
    .setIssuedAt(now - 600)
    .setExpirationTime(now + secondsLeft)
    .sign(new Uint8Array(secret));
}
