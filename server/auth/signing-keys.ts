import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import * as jose from 'jose';
import type { Claims, Database } from '#server/database/database.ts';
import type { TokenVerifier } from '#server/http/caller.ts';
import { TokenError } from '#server/http/wire-error.ts';
import { MasterKeyError } from '#server/sealing/master-key.ts';
import { SealBrokenError, type Sealer } from '#server/sealing/sealer.ts';

const ALGORITHM = 'ES256';
const AUDIENCE = 'authenticated';

/** The keys of access tokens: one signs, all that are not yet forgotten verify. */
export interface SigningKeys {
  /** Signs the claims; the caller gives `iat`, `exp`, `iss` and all else. */
  sign(claims: Claims): Promise<string>;
  verify: TokenVerifier;
  /** The public half, as `.well-known/jwks.json` gives it. */
  jwks(): { keys: jose.JWK[] };
}

/**
 * Loads the keys from the database, or makes the first one. All processes share them; they lie there sealed
 * with the master key, so a server with another master key must not start.
 */
export async function loadSigningKeys(database: Database, sealer: Sealer): Promise<SigningKeys> {
  const rows = await database.asOwner(async (tx) => {
    // Servers that start together make one key, not two.
    await tx.query('lock table auth.signing_keys in share row exclusive mode');
    const existing = await tx.query<KeyRow>(SELECT_KEYS);
    if (existing.rows.length > 0) return existing.rows;
    await insertNewKey((values) => tx.query(INSERT_KEY, values), sealer);
    return (await tx.query<KeyRow>(SELECT_KEYS)).rows;
  });

  const newest = rows[0];
  if (!newest) throw new Error('no signing key');
  const signer = openPrivateKey(newest, sealer);
  const publicKeys = new Map(
    rows.map((row) => [row.kid, createPublicKey({ key: row.public_jwk, format: 'jwk' })]),
  );

  return {
    sign: (claims) =>
      new jose.SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid: newest.kid, typ: 'JWT' })
        .sign(signer),
    verify: (token) => verify(token, publicKeys),
    jwks: () => ({
      keys: rows.map((row) => ({
        ...row.public_jwk,
        kid: row.kid,
        alg: ALGORITHM,
        use: 'sig',
        key_ops: ['verify'],
      })),
    }),
  };
}

/**
 * Refuses a database that was sealed with a different master key, or with any key if we have none yet, before the start
 * has written anything. Throws `MasterKeyError`.
 */
export async function requireMasterKey(
  database: Pick<Database, 'query'>,
  sealer: Sealer | undefined,
): Promise<void> {
  const { rows: found } = await database.query<{ made: boolean }>(
    `select to_regclass('auth.signing_keys') is not null as made`,
  );
  if (!found[0]?.made) return;
  const { rows } = await database.query<KeyRow>(SELECT_KEYS);
  const [newest] = rows;
  if (!newest) return;
  if (!sealer) {
    throw new MasterKeyError(
      'ENCRYPTION_KEY: the key that this database is sealed with is missing. Set ENCRYPTION_KEY, or restore keys/encryption.key in DATA_DIR. Nothing was changed.',
    );
  }
  openPrivateKey(newest, sealer);
}

interface KeyRow {
  kid: string;
  public_jwk: jose.JWK_EC_Public;
  sealed_private_key: Buffer;
}

const SELECT_KEYS = `select kid, public_jwk, sealed_private_key from auth.signing_keys
  where retired_at is null order by created_at desc, kid`;
const INSERT_KEY = 'insert into auth.signing_keys (kid, public_jwk, sealed_private_key) values ($1, $2, $3)';

async function insertNewKey(insert: (values: unknown[]) => Promise<unknown>, sealer: Sealer): Promise<void> {
  const { publicKey, privateKey } = await jose.generateKeyPair(ALGORITHM, { extractable: true });
  const publicJwk = await jose.exportJWK(publicKey);
  const kid = await jose.calculateJwkThumbprint(publicJwk);
  const pkcs8 = await jose.exportPKCS8(privateKey);
  await insert([kid, publicJwk, sealer.seal(Buffer.from(pkcs8), place(kid))]);
}

function openPrivateKey(row: KeyRow, sealer: Sealer): KeyObject {
  try {
    return createPrivateKey(sealer.open(row.sealed_private_key, place(row.kid)).toString());
  } catch (error) {
    if (!(error instanceof SealBrokenError)) throw error;
    throw new MasterKeyError(
      'ENCRYPTION_KEY: this database was made with another ENCRYPTION_KEY. Start with that one.',
      { cause: error },
    );
  }
}

const place = (kid: string) => `signing-key:${kid}`;

async function verify(token: string, publicKeys: Map<string, KeyObject>): Promise<Claims> {
  try {
    const { payload } = await jose.jwtVerify(
      token,
      ({ kid }) => {
        const key = publicKeys.get(kid ?? '');
        if (!key) throw new TokenError('malformed');
        return key;
      },
      { algorithms: [ALGORITHM], audience: AUDIENCE, requiredClaims: ['sub', 'exp', 'session_id'] },
    );
    return payload as Claims;
  } catch (error) {
    throw new TokenError(error instanceof jose.errors.JWTExpired ? 'expired' : 'malformed');
  }
}
