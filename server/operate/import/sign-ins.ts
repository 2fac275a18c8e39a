import { authSealPlace } from '#server/auth/seal-places.ts';
import { tableKind } from './import-items.ts';
import { json, moment, text, uuid } from './values.ts';

/** Verified at the next sign-in, and then replaced. A higher cost would block the server for minutes. */
const BCRYPT = /^\$2[aby]\$(?:0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/;
const ARGON2ID = /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=\d{1,2}\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/;
const MAX_ARGON2_KIB = 131_072;
const MAX_ARGON2_PASSES = 10;
const SECRET = /^[A-Z2-7]{16,128}=*$/;
const MAX_FACTOR_NAME = 100;

/** Imports password hashes unchanged, so that people keep their passwords. */
export const passwords = tableKind({
  name: 'passwords',
  table: 'auth.users',
  read(row, { skip, people }) {
    const id = uuid(row, 'id');
    const hash = text(row, 'encrypted_password');
    if (id === undefined || hash === '' || !people.has(id)) return undefined;
    if (!isVerifiable(hash)) {
      return skip(id, 'Its kind of hash can’t be verified here. The person asks for a new password.');
    }
    return { id, lasting: hash, row: { id, hash } };
  },
  write: `update auth.users u set encrypted_password = r.hash
     from jsonb_to_recordset($1) as r (id uuid, hash text) where u.id = r.id`,
});

function isVerifiable(hash: string): boolean {
  if (BCRYPT.test(hash)) return true;
  const [, memory, passes] = ARGON2ID.exec(hash) ?? [];
  return memory !== undefined && Number(memory) <= MAX_ARGON2_KIB && Number(passes) <= MAX_ARGON2_PASSES;
}

/** Imports sign-in by e-mail, the only one that exists here. */
export const identities = tableKind({
  name: 'identities',
  table: 'auth.identities',
  read(row, { skip, people }) {
    const userId = uuid(row, 'user_id');
    const provider = text(row, 'provider');
    if (userId === undefined || !people.has(userId)) return undefined;
    if (provider !== 'email') {
      return skip(userId, `Signing in by ${provider} is not offered here; the e-mail address works.`);
    }
    const identity = {
      user_id: userId,
      identity_data: { ...json(row, 'identity_data'), sub: userId },
      created_at: moment(row, 'created_at'),
    };
    const more = {
      last_sign_in_at: moment(row, 'last_sign_in_at'),
      updated_at: moment(row, 'updated_at'),
    };
    return { id: userId, lasting: identity, row: { ...identity, ...more } };
  },
  write: `insert into auth.identities
       (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
     select r.user_id, 'email', r.user_id::text, r.identity_data, r.last_sign_in_at,
       coalesce(r.created_at, now()), coalesce(r.updated_at, now())
     from jsonb_populate_recordset(null::auth.identities, $1) as r
     on conflict (provider, provider_id) do update set identity_data = excluded.identity_data`,
});

/** Imports authenticator apps and seals their secrets. */
export const factors = tableKind({
  name: 'factors',
  table: 'auth.mfa_factors',
  read(row, { skip, people, sealer }) {
    const id = uuid(row, 'id');
    const userId = uuid(row, 'user_id');
    if (id === undefined || userId === undefined || !people.has(userId)) return undefined;
    const type = text(row, 'factor_type');
    const secret = text(row, 'secret').toUpperCase();
    const why = factorProblem(type, text(row, 'status'), secret);
    if (why !== undefined) return skip(id, why);
    const factor = {
      id,
      user_id: userId,
      friendly_name: text(row, 'friendly_name').slice(0, MAX_FACTOR_NAME),
      created_at: moment(row, 'created_at'),
      updated_at: moment(row, 'updated_at'),
    };
    const sealed = sealer.seal(Buffer.from(secret), authSealPlace.totpSecret(id)).toString('hex');
    return { id, lasting: [factor, secret], row: { ...factor, sealed_secret: `\\x${sealed}` } };
  },
  write: `insert into auth.mfa_factors
       (id, user_id, friendly_name, factor_type, status, sealed_secret, created_at, updated_at)
     select r.id, r.user_id, r.friendly_name, 'totp', 'verified', r.sealed_secret,
       coalesce(r.created_at, now()), coalesce(r.updated_at, now())
     from jsonb_populate_recordset(null::auth.mfa_factors, $1) as r
     on conflict (id) do update set friendly_name = excluded.friendly_name, sealed_secret = excluded.sealed_secret`,
});

function factorProblem(type: string, status: string, secret: string): string | undefined {
  if (type !== 'totp') return 'Only authenticator apps are brought.';
  if (status !== 'verified') return 'It was never set up to its end.';
  if (!SECRET.test(secret)) return 'Its secret can’t be read. The person sets the app up again.';
  return undefined;
}
