import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keyFingerprint } from '#domain/account/recovery-sheet.ts';
import { findKeyRing, loadKeyRing } from './key-ring.ts';
import { createSealer, SealBrokenError } from './sealer.ts';
import { verifyJwtWithAny } from './verify-jwt.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nutmeg-ring-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const asFiles = () => ({ dataDir, encryptionKey: undefined, previousEncryptionKeys: [] });
const keyFile = () => join(dataDir, 'keys', 'encryption.key');
const clear = Buffer.from('the answer');

/** As `keys rotate master` does it: the old key aside first, then the new one by a rename. */
async function replaceKey(): Promise<Buffer> {
  const old = await readFile(keyFile(), 'utf8');
  const name = keyFingerprint(Buffer.from(old, 'base64'));
  await writeFile(join(dataDir, 'keys', 'draft'), old);
  await rename(join(dataDir, 'keys', 'draft'), join(dataDir, 'keys', 'previous', `${name}.key`));
  const key = randomBytes(32);
  await writeFile(join(dataDir, 'keys', 'draft'), key.toString('base64'));
  await rename(join(dataDir, 'keys', 'draft'), keyFile());
  return key;
}

test('uses a new key file for the next value, and still opens values of the old key', async () => {
  const ring = await loadKeyRing(asFiles());
  const before = ring.sealer.seal(clear, 'here');
  const [old, fingerprint] = [ring.current(), ring.fingerprint()];
  const key = await replaceKey();
  const after = ring.sealer.seal(clear, 'here');
  expect(createSealer(key).open(after, 'here')).toEqual(clear);
  expect(() => createSealer(old).open(after, 'here')).toThrow(SealBrokenError);
  expect(ring.sealer.open(before, 'here')).toEqual(clear);
  expect(ring.sealer.open(after, 'here')).toEqual(clear);
  expect(() => ring.currentSealer().open(before, 'here')).toThrow(SealBrokenError);
  expect(() => ring.sealer.open(after, 'elsewhere')).toThrow(SealBrokenError);
  expect([ring.current(), ring.fingerprint()]).toEqual([key, keyFingerprint(key)]);
  // A server that starts now knows both, too.
  expect((await findKeyRing(asFiles()))?.sealer.open(before, 'here')).toEqual(clear);
  await rm(join(dataDir, 'keys', 'previous', `${fingerprint}.key`));
  expect(() => ring.sealer.open(before, 'here')).toThrow(SealBrokenError);
});

test('keeps the known keys while files are unreadable or being changed', async () => {
  const ring = await loadKeyRing(asFiles());
  const sealed = ring.sealer.seal(clear, 'here');
  await writeFile(join(dataDir, 'keys', 'previous', 'half.key'), 'no key');
  expect(ring.sealer.open(sealed, 'here')).toEqual(clear);
  await rm(join(dataDir, 'keys'), { recursive: true });
  expect(ring.sealer.open(ring.sealer.seal(clear, 'here'), 'here')).toEqual(clear);
});

test('accepts signatures of a previous key as long as it exists', async () => {
  const ring = await loadKeyRing(asFiles());
  const secrets = ring.secrets('links');
  const token = (secret: Uint8Array) => new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).sign(secret);
  const before = await token(secrets()[0]);
  expect(secrets()).toBe(secrets());
  expect(secrets()[0]).not.toEqual(ring.secrets('tickets')()[0]);
  await replaceKey();
  expect(secrets()).toHaveLength(2);
  const after = await token(secrets()[0]);
  for (const one of [before, after]) await verifyJwtWithAny(one, secrets, { algorithms: ['HS256'] });
  const forged = await token(randomBytes(32));
  await expect(verifyJwtWithAny(forged, secrets, {})).rejects.toThrow('signature');
});

test('keys from the environment are fixed', async () => {
  const [present, previous] = [randomBytes(32), randomBytes(32)];
  const configured = { dataDir, encryptionKey: present.toString('base64') };
  const ring = await loadKeyRing({ ...configured, previousEncryptionKeys: [previous.toString('base64')] });
  expect(ring.sealer.open(createSealer(previous).seal(clear, 'x'), 'x')).toEqual(clear);
  expect(ring.sealer.open(createSealer(present).seal(clear, 'x'), 'x')).toEqual(clear);
  expect(createSealer(present).open(ring.sealer.seal(clear, 'x'), 'x')).toEqual(clear);
  await expect(readFile(keyFile())).rejects.toThrow('ENOENT');
  expect(await findKeyRing(asFiles())).toBeUndefined();
});
