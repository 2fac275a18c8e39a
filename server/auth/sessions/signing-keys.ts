import { createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto';
import * as jose from 'jose';
import type { Claims, Database, Transaction } from '#server/database/database.ts';
import { oneAfterAnother } from '#server/database/follow-changes.ts';
import { TokenError } from '#server/http/errors.ts';
import { MasterKeyError } from '#server/sealing/master-key.ts';
import { SealBrokenError, type Sealer } from '#server/sealing/sealer.ts';
import { authSealPlace } from '../seal-places.ts';

const ALGORITHM = 'ES256';
const AUDIENCE = 'authenticated';

/** The NOTIFY channel for new keys. */
export const SIGNING_KEYS_CHANGED = 'nutmeg_signing_keys';

/** Longer than a token is valid (one hour), since another server may sign with the old key for a while. */
const RETIREMENT = '2 hours';
/** A token with an unknown key may come from a server with a newer key. But anyone can send one, so reload rarely. */
const RELOAD_INTERVAL_MS = 5_000;

/** Checking a signature takes as long as a small query. Each one that is kept takes some 2 KB. */
const MAX_VERIFIED = 5_000;

/**
 * Loads the keys from the database, or creates the first one. All servers share them. They are sealed with the master
 * key, so a server with another master key can't start. Throws `MasterKeyError`.
 */
export async function loadSigningKeys(database: Database, sealer: Sealer) {
  let keys = unsealKeys(await loadOrCreateKeys(database, sealer), sealer);
  let verified = createVerifiedTokens(MAX_VERIFIED);
  let missedAt = Number.NEGATIVE_INFINITY;
  const use = (rows: KeyRow[]) => {
    keys = unsealKeys(rows.filter(isInUse), sealer);
    // A key may have gone. A check that is under way still keeps its token in the previous cache.
    verified = createVerifiedTokens(MAX_VERIFIED);
  };
  /** Reads the keys from the database again. */
  const reload = oneAfterAnother(async () => use((await database.query<KeyRow>(SELECT_KEYS)).rows));
  /** A key's time ends without a change that is announced. */
  const dropRetired = () => {
    if (Date.now() >= keys.until) use(keys.rows);
  };
  const publicKey = async (kid: string) => {
    if (!keys.publicKeys.has(kid) && performance.now() > missedAt + RELOAD_INTERVAL_MS) {
      missedAt = performance.now();
      await reload();
    }
    return keys.publicKeys.get(kid);
  };
  return {
    reload,
    /** Signs the claims. The caller sets all of them, including `iat`, `exp` and `iss`. */
    sign: (claims: Claims): Promise<string> =>
      new jose.SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid: keys.newest.kid, typ: 'JWT' })
        .sign(keys.signer),
    verify: async (token: string): Promise<Claims> => {
      dropRetired();
      const cache = verified;
      const known = cache.find(token);
      if (known) return requireUnexpired(known);
      const claims = await verify(token, publicKey);
      cache.keep(token, claims);
      return claims;
    },
    /** The public keys, for `.well-known/jwks.json`. */
    jwks: (): { keys: jose.JWK[] } => {
      dropRetired();
      const common = { alg: ALGORITHM, use: 'sig', key_ops: ['verify'] };
      return { keys: keys.rows.map(({ public_jwk, kid }) => ({ ...public_jwk, kid, ...common })) };
    },
  };
}

/** The keys of access tokens. The newest one signs; retired ones still verify until they expire. */
export type SigningKeys = Awaited<ReturnType<typeof loadSigningKeys>>;

const isInUse = ({ retired_at: until }: KeyRow) => until === null || until.getTime() > Date.now();

async function loadOrCreateKeys(database: Database, sealer: Sealer): Promise<KeyRow[]> {
  return database.asOwner(async (tx) => {
    // Servers that start at the same time must not create two keys.
    await tx.query('lock table auth.signing_keys in share row exclusive mode');
    const existing = await tx.query<KeyRow>(SELECT_KEYS);
    if (existing.rows.length > 0) return existing.rows;
    await insertNewKey(tx, sealer);
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
    /** When the first of them is retired. */
    until: Math.min(...rows.map(({ retired_at: until }) => until?.getTime() ?? Number.POSITIVE_INFINITY)),
    publicKeys: new Map(
      rows.map((row) => [row.kid, createPublicKey({ key: row.public_jwk, format: 'jwk' })]),
    ),
  };
}

/**
 * Creates a new key for signing. The old one still verifies, and stays in the JWKS, until its last token has expired.
 * Notifies running servers. Returns the new key's id.
 */
export async function rotateSigningKey(database: Database, sealer: Sealer): Promise<string> {
  return database.asOwner(async (tx) => {
    await tx.query('lock table auth.signing_keys in share row exclusive mode');
    await tx.query('delete from auth.signing_keys where retired_at < now()');
    await tx.query(
      'update auth.signing_keys set retired_at = now() + $1::interval where retired_at is null',
      [RETIREMENT],
    );
    const kid = await insertNewKey(tx, sealer);
    await tx.query('select pg_notify($1, $2)', [SIGNING_KEYS_CHANGED, kid]);
    return kid;
  });
}

/** Before a start writes anything. Throws `MasterKeyError` if another key sealed the database, or there is none. */
export async function requireMasterKey(
  database: Pick<Database, 'query'>,
  sealer: Sealer | undefined,
): Promise<void> {
  const { rows: found } = await database.query<{ exists: boolean }>(
    `select to_regclass('auth.signing_keys') is not null as exists`,
  );
  if (!found[0]?.exists) return;
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
  /** When it stops verifying; null for the key that signs. */
  retired_at: Date | null;
}

/** The signing key comes first. */
const SELECT_KEYS = `select kid, public_jwk, sealed_private_key, retired_at from auth.signing_keys
  where retired_at is null or retired_at > now() order by retired_at nulls first, created_at desc, kid`;

async function insertNewKey(tx: Transaction, sealer: Sealer): Promise<string> {
  const { publicKey, privateKey } = await jose.generateKeyPair(ALGORITHM, { extractable: true });
  const publicJwk = await jose.exportJWK(publicKey);
  const kid = await jose.calculateJwkThumbprint(publicJwk);
  const pkcs8 = await jose.exportPKCS8(privateKey);
  await tx.query('insert into auth.signing_keys (kid, public_jwk, sealed_private_key) values ($1, $2, $3)', [
    kid,
    publicJwk,
    sealer.seal(Buffer.from(pkcs8), authSealPlace.signingKey(kid)),
  ]);
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

/** The same rule as `jwtVerify`: the second in which a token expires is too late. */
function requireUnexpired(claims: Readonly<Claims>): Claims {
  if (claims.exp === undefined || claims.exp <= Math.floor(Date.now() / 1000))
    throw new TokenError('expired');
  return claims;
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

/** @param limit How many are kept; the least recently used one makes room. */
export function createVerifiedTokens(limit: number) {
  // By the hash of the whole token, so that memory holds nothing to sign in with. A map keeps the order of insertion.
  const kept = new Map<string, Readonly<Claims>>();
  const keyOf = (token: string) => hash('sha256', token, 'base64');
  return {
    /** The claims of a token that was kept, even if it has expired since; undefined for all others. */
    find(token: string): Readonly<Claims> | undefined {
      const key = keyOf(token);
      const claims = kept.get(key);
      if (!claims) return undefined;
      kept.delete(key);
      kept.set(key, claims);
      return claims;
    },
    /** Keeps the claims of a token whose signature was just verified. */
    keep(token: string, claims: Claims): void {
      const [oldest] = kept.keys();
      if (kept.size >= limit && oldest !== undefined) kept.delete(oldest);
      kept.set(keyOf(token), Object.freeze(claims));
    },
  };
}
