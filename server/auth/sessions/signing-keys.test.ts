import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#server/database/database.ts';
import { TokenError } from '#server/http/errors.ts';
import { createSealer } from '#server/sealing/sealer.ts';
import { databaseForFile } from '#tests/support/test-database.ts';
import { createVerifiedTokens, loadSigningKeys, rotateSigningKey } from './signing-keys.ts';

const sealer = createSealer(randomBytes(32));
const testDatabase = databaseForFile();
let database: Database;

beforeAll(async () => {
  database = openDatabase({ url: testDatabase.url, onIdleError: () => undefined });
});
afterAll(async () => {
  vi.useRealTimers();
  await database.close();
});

const HOUR = 3600;
const claimsNow = () => {
  const iat = Math.floor(Date.now() / 1000);
  const [sub, session_id] = [crypto.randomUUID(), crypto.randomUUID()];
  return { sub, session_id, role: 'authenticated', aud: 'authenticated', iat, exp: iat + HOUR };
};

test('a token verifies until the second in which it expires, however often it was used', async () => {
  const keys = await loadSigningKeys(database, sealer);
  const claims = claimsNow();
  const token = await keys.sign(claims);
  expect(await keys.verify(token)).toEqual(claims);
  expect(await keys.verify(token)).toEqual(claims);
  vi.useFakeTimers({ toFake: ['Date'], now: (claims.exp - 1) * 1000 });
  expect(await keys.verify(token)).toEqual(claims);
  vi.setSystemTime(claims.exp * 1000);
  await expect(keys.verify(token)).rejects.toEqual(new TokenError('expired'));
  // As a server does that has never seen the token.
  await expect((await loadSigningKeys(database, sealer)).verify(token)).rejects.toEqual(
    new TokenError('expired'),
  );
  vi.useRealTimers();
});

test('a token of a retired key verifies until the key is gone, even if it was verified before', async () => {
  const keys = await loadSigningKeys(database, sealer);
  const claims = claimsNow();
  const token = await keys.sign(claims);
  expect(await keys.verify(token)).toEqual(claims);
  await rotateSigningKey(database, sealer);
  await keys.reload();
  expect(await keys.verify(token)).toEqual(claims);
  await testDatabase.query(`update auth.signing_keys set retired_at = now() where retired_at is not null`);
  await keys.reload();
  await expect(keys.verify(token)).rejects.toEqual(new TokenError('malformed'));
});

test('a retired key ends at its time, whether the keys are read again or not', async () => {
  const keys = await loadSigningKeys(database, sealer);
  const claims = { ...claimsNow(), exp: Math.floor(Date.now() / 1000) + 4 * HOUR };
  // As someone can sign it who has stolen the key.
  const token = await keys.sign(claims);
  await rotateSigningKey(database, sealer);
  await keys.reload();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1.9 * HOUR * 1000 });
  expect(await keys.verify(token)).toEqual(claims);
  expect(keys.jwks().keys).toHaveLength(2);
  vi.setSystemTime(Date.now() + 0.2 * HOUR * 1000);
  await expect(keys.verify(token)).rejects.toEqual(new TokenError('malformed'));
  expect(keys.jwks().keys).toHaveLength(1);
  vi.useRealTimers();
});

test('a key that is unknown is looked for, even right after the keys were read', async () => {
  const [here, there] = [await loadSigningKeys(database, sealer), await loadSigningKeys(database, sealer)];
  await rotateSigningKey(database, sealer);
  await here.reload();
  const claims = claimsNow();
  expect(await there.verify(await here.sign(claims))).toEqual(claims);
});

test('a token that differs in one character from a verified one is not verified', async () => {
  const keys = await loadSigningKeys(database, sealer);
  const token = await keys.sign(claimsNow());
  await keys.verify(token);
  const [head = '', body = '', signature = ''] = token.split('.');
  const grown = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), aal: 'aal2' }),
  ).toString('base64url');
  for (const forged of [
    `${head}.${grown}.${signature}`,
    `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
  ]) {
    await expect(keys.verify(forged)).rejects.toEqual(new TokenError('malformed'));
    // Failures are not kept either.
    await expect(keys.verify(forged)).rejects.toEqual(new TokenError('malformed'));
  }
});

test('keeps the tokens that were used last', () => {
  const verified = createVerifiedTokens(2);
  const claims = (sub: string) => ({ role: 'authenticated', sub });
  for (const name of ['a', 'b']) verified.keep(name, claims(name));
  verified.find('a');
  verified.keep('c', claims('c'));
  expect(['a', 'b', 'c'].map((name) => verified.find(name)?.sub)).toEqual(['a', undefined, 'c']);
});
