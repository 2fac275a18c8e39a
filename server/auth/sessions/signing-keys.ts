import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import * as jose from 'jose';
import type { Claims, Database } from '#server/database/database.ts';
import type { TokenVerifier } from '#server/http/caller.ts';
import { TokenError } from '#server/http/errors.ts';
import { MasterKeyError } from '#server/sealing/master-key.ts';
import { SealBrokenError, type Sealer } from '#server/sealing/sealer.ts';
import { authSealPlace } from '../seal-places.ts';

const ALGORITHM = 'ES256';
const AUDIENCE = 'authenticated';

/** The keys of access tokens: one signs, all that are not yet forgotten verify. */
export interface SigningKeys {
  /** Signs the claims; the caller gives `iat`, `exp`, `iss` and all else. */
  sign(claims: Claims): Promise<string>;
  verify: TokenVerifier;
  /** The public half, as `.well-known/jwks.json` gives it. */
  jwks(): { keys: jose.JWK[] };
  /** There may be a new key in the database. */
  reload(): Promise<void>;
}

/** The NOTIFY channel for new keys. */
export const SIGNING_KEYS_CHANGED = 'nutmeg_signing_keys';

/** Tokens live for an hour; a server that has not heard of the new key yet may sign with the old one meanwhile. */
const RETIREMENT = '2 hours';
/** A token with a key that we don't know may be from a server that has a newer one; but anybody can invent such keys. */
const RELOAD_INTERVAL_MS = 5_000;

/**
 * Loads the keys from the database, or makes the first one. All processes share them; they lie there sealed
 * with the master key, so a server with another master key must not start.
 */
export async function loadSigningKeys(database: Database, sealer: Sealer): Promise<SigningKeys> {
  let known = unsealKeys(await loadOrCreateKeys(database, sealer), sealer);
  let looked = performance.now();
  const reload = async () => {
    looked = performance.now();
    const { rows } = await database.query<KeyRow>(SELECT_KEYS);
    known = unsealKeys(rows, sealer);
  };
  const publicKey = async (kid: string) => {
    if (!known.publicKeys.has(kid) && performance.now() > looked + RELOAD_INTERVAL_MS) await reload();
    return known.publicKeys.get(kid);
  };
  return {
    reload,
    sign: (claims) =>
      new jose.SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid: known.newest.kid, typ: 'JWT' })
        .sign(known.signer),
    verify: (token) => verify(token, publicKey),
    jwks: () => ({
      keys: known.rows
        .filter(({ retired_at: until }) => until === null || until > new Date())
        .map((row) => ({
          ...row.public_jwk,
          kid: row.kid,
          alg: ALGORITHM,
          use: 'sig',
          key_ops: ['verify'],
        })),
    }),
  };
}

async function loadOrCreateKeys(database: Database, sealer: Sealer): Promise<KeyRow[]> {
  return database.asOwner(async (tx) => {
    // Servers that start together make one key, not two.
    await tx.query('lock table auth.signing_keys in share row exclusive mode');
    const existing = await tx.query<KeyRow>(SELECT_KEYS);
    if (existing.rows.length > 0) return existing.rows;
    await insertNewKey((values) => tx.query(INSERT_KEY, values), sealer);
    return (await tx.query<KeyRow>(SELECT_KEYS)).rows;
  });
}

function unsealKeys(rows: KeyRow[], sealer: Sealer) {
  const [newest] = rows;
  if (!newest) throw new Error('no signing key');
  return {
    rows,
    newest,
    signer: unsealPrivateKey(newest, sealer),
    publicKeys: new Map(
      rows.map((row) => [row.kid, createPublicKey({ key: row.public_jwk, format: 'jwk' })]),
    ),
  };
}

/**
 * A new key signs from now on. The former one verifies, and is in the JWKS, until its last token has ended; running
 * servers are told. Answers with the new key's id.
 */
export async function rotateSigningKey(database: Database, sealer: Sealer): Promise<string> {
  return database.asOwner(async (tx) => {
    await tx.query('lock table auth.signing_keys in share row exclusive mode');
    await tx.query('delete from auth.signing_keys where retired_at < now()');
    await tx.query(
      'update auth.signing_keys set retired_at = now() + $1::interval where retired_at is null',
      [RETIREMENT],
    );
    const kid = await insertNewKey((values) => tx.query(INSERT_KEY, values), sealer);
    await tx.query('select pg_notify($1, $2)', [SIGNING_KEYS_CHANGED, kid]);
    return kid;
  });
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
  unsealPrivateKey(newest, sealer);
}

interface KeyRow {
  kid: string;
  public_jwk: jose.JWK_EC_Public;
  sealed_private_key: Buffer;
  /** Until when it still verifies; null for the one that signs. */
  retired_at: Date | null;
}

/** The one that signs first. */
const SELECT_KEYS = `select kid, public_jwk, sealed_private_key, retired_at from auth.signing_keys
  where retired_at is null or retired_at > now() order by retired_at nulls first, created_at desc, kid`;
const INSERT_KEY = 'insert into auth.signing_keys (kid, public_jwk, sealed_private_key) values ($1, $2, $3)';

async function insertNewKey(
  insert: (values: unknown[]) => Promise<unknown>,
  sealer: Sealer,
): Promise<string> {
  const { publicKey, privateKey } = await jose.generateKeyPair(ALGORITHM, { extractable: true });
  const publicJwk = await jose.exportJWK(publicKey);
  const kid = await jose.calculateJwkThumbprint(publicJwk);
  const pkcs8 = await jose.exportPKCS8(privateKey);
  await insert([kid, publicJwk, sealer.seal(Buffer.from(pkcs8), authSealPlace.signingKey(kid))]);
  return kid;
}

function unsealPrivateKey(row: KeyRow, sealer: Sealer): KeyObject {
  try {
    return createPrivateKey(
      sealer.open(row.sealed_private_key, authSealPlace.signingKey(row.kid)).toString(),
    );
  } catch (error) {
    if (!(error instanceof SealBrokenError)) throw error;
    throw new MasterKeyError(
      'ENCRYPTION_KEY: this database was made with another ENCRYPTION_KEY. Start with that one.',
      { cause: error },
    );
  }
}

async function verify(
  token: string,
  publicKey: (kid: string) => Promise<KeyObject | undefined>,
): Promise<Claims> {
  try {
    const { payload } = await jose.jwtVerify(
      token,
      async ({ kid }) => {
        const key = await publicKey(kid ?? '');
        if (!key) throw new TokenError('malformed');
        return key;
      },
      { algorithms: [ALGORITHM], audience: AUDIENCE, requiredClaims: ['sub', 'exp', 'session_id'] },
    );
    return payload as Claims;
  } catch (error) {
    if (!(error instanceof jose.errors.JOSEError || error instanceof TokenError)) throw error;
    throw new TokenError(error instanceof jose.errors.JWTExpired ? 'expired' : 'malformed');
  }
}
