import { errors, SignJWT } from 'jose';
import type { Secrets } from '#server/sealing/derived-key.ts';
import { verifyJwtWithAny } from '#server/sealing/verify-jwt.ts';
import { StorageError } from '../errors.ts';
import type { Signer } from '../objects/writer.ts';

/** Reading an object, writing one, or reading several as a zip. A link is valid for one of them only. */
export type LinkUse = 'download' | 'upload' | 'archive';

export interface LinkClaims {
  /** `bucket/key` as signed. Zips: the id of a row, since a URL has no room for all their keys. */
  url: string;
  /** Downloads and zips: who asked for the link, if a person did, and so is the one who looks. */
  reader?: string;
  /** Uploads: who asked for the link, and so owns the object. */
  signer?: Signer;
  /** Uploads: may an object that is there be replaced? */
  upsert?: boolean;
}

const ALGORITHM = 'HS256';

/** `secrets`: derived from the master key, so that all servers agree on them. */
export function createLinks(secrets: Secrets) {
  return {
    sign: (use: LinkUse, claims: LinkClaims, seconds: number): Promise<string> => {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ ...claims })
        .setProtectedHeader({ alg: ALGORITHM })
        .setAudience(use)
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(secrets()[0]);
    },
    /** The claims, if the link is ours, for this use, and for this object. Throws the wire's errors. */
    verify: async (use: LinkUse, token: string, path: string): Promise<LinkClaims> => {
      const { payload } = await verifyJwtWithAny<LinkClaims>(token, secrets, {
        algorithms: [ALGORITHM],
        audience: use,
        requiredClaims: ['exp', 'url'],
      }).catch((error: unknown) => {
        throw asWireError(error);
      });
      if (!isSamePath(path, payload.url)) throw new StorageError('InvalidSignature');
      return payload;
    },
  };
}

/** Signed links. The holder may use one until it expires, without signing in. */
export type Links = ReturnType<typeof createLinks>;

function asWireError(error: unknown): unknown {
  if (!(error instanceof errors.JOSEError)) return error;
  const unreadable = error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid;
  return new StorageError('InvalidJWT', { message: unreadable ? 'Invalid Compact JWS' : error.message });
}

/**
 * storage-js encodes the link that it was given once more (`encodeURI`), so a `?` or `#` that had to be encoded
 * in it arrives encoded twice. The signature says which object is meant; this only has to recognize it.
 */
function isSamePath(path: string, signed: string): boolean {
  if (path === signed) return true;
  try {
    return decodeURIComponent(path) === signed;
  } catch {
    // Not encoded twice, and not the same.
    return false;
  }
}

/** The path of a signed link in the form that survives `encodeURI`, which leaves `?` and `#` as they are. */
export function linkPath(path: string): string {
  return /[?#]/.test(path) ? path.replace(/[%?#]/g, encodeURIComponent) : path;
}
