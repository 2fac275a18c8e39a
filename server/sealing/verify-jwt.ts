import { errors, type JWTPayload, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from 'jose';
import type { Secrets } from './derived-key.ts';

/** `jwtVerify` with each of the secrets. Throws as it does; of a signature that none made, the last one's error. */
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
