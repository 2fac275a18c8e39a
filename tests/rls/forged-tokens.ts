import { createPublicKey } from 'node:crypto';
import * as jose from 'jose';
import { loadSigningKeys } from '#server/auth/sessions/signing-keys.ts';
import { openDatabase } from '#server/database/database.ts';
import { createSealer } from '#server/sealing/sealer.ts';
import { ENCRYPTION_KEY, type SharedPortal } from '#tests/support/server/portal.ts';

export interface ForgedTokens {
  expired: string;
  otherKey: string;
  unsigned: string;
  /** Algorithm confusion: HS256 with the public key as the secret. */
  publicKeyAsPassword: string;
  serviceRole: string;
}

/** Forges tokens from the claims of a real one. */
export async function forgeTokens(portal: SharedPortal, real: string): Promise<ForgedTokens> {
  const claims = jose.decodeJwt(real);
  const header = jose.decodeProtectedHeader(real);
  const kid = header.kid ?? '';
  const { privateKey } = await jose.generateKeyPair('ES256');
  const otherKey = (payload: jose.JWTPayload) =>
    new jose.SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' }).sign(privateKey);
  return {
    expired: await signWithServerKey(portal, { ...claims, iat: 1_700_000_000, exp: 1_700_003_600 }),
    otherKey: await otherKey(claims),
    unsigned: new jose.UnsecuredJWT(claims).encode(),
    publicKeyAsPassword: await new jose.SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid, typ: 'JWT' })
      .sign(await publicKeyPem(portal, kid)),
    serviceRole: await otherKey({ ...claims, role: 'service_role' }),
  };
}

/** Signs with the server's real key, unsealed with ENCRYPTION_KEY: needed for a token whose only fault is its age. */
export async function signWithServerKey(portal: SharedPortal, claims: jose.JWTPayload): Promise<string> {
  const database = openDatabase({
    url: portal.database.url,
    onIdleError: (error) => {
      throw error;
    },
  });
  try {
    const keys = await loadSigningKeys(database, createSealer(Buffer.from(ENCRYPTION_KEY, 'base64')));
    return await keys.sign({ ...claims, role: 'authenticated' });
  } finally {
    await database.close();
  }
}

async function publicKeyPem(portal: SharedPortal, kid: string): Promise<Uint8Array> {
  const answer = await fetch(`${portal.url}/auth/v1/.well-known/jwks.json`);
  const { keys } = (await answer.json()) as { keys: jose.JWK_EC_Public[] };
  const jwk = keys.find((key) => key.kid === kid);
  if (!jwk) throw new Error('The key of the token is not published');
  const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  return Buffer.from(pem);
}
