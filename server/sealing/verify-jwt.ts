import { errors, type JWTPayload, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from 'jose';
import type { Secrets } from './derived-key.ts';

/** Verifies a JWT with any of the secrets. Throws like `jwtVerify`. */
export async function verifyJwtWithAny<Claims = JWTPayload>(
  token: string,
  secrets: Secrets,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult<Claims>> {
  let unsigned: unknown;
  for (const secret of secrets()) {
    try {
      return await jwtVerify<Claims>(token, secret, options);
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
      unsigned = error;
    }
  }
  throw unsigned;
}
