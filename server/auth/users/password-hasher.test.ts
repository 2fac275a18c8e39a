import * as bcrypt from '@node-rs/bcrypt';
import { beforeAll, describe, expect, test } from 'vitest';
import { createPasswordHasher, isImported, type PasswordHasher } from './password-hasher.ts';

let passwordHasher: PasswordHasher;
beforeAll(async () => {
  passwordHasher = await createPasswordHasher();
});

describe('password hasher', () => {
  test('hashes with Argon2id and a salt', async () => {
    const [one, two] = await Promise.all([
      passwordHasher.hash('maple street'),
      passwordHasher.hash('maple street'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await passwordHasher.verify('maple street', one)).toBe(true);
    expect(await passwordHasher.verify('Maple street', one)).toBe(false);
  });

  test('verifies imported bcrypt hashes', async () => {
    const imported = await bcrypt.hash('maple street', { cost: 4 });
    expect(isImported(imported)).toBe(true);
    expect(isImported(await passwordHasher.hash('x'))).toBe(false);
    expect(await passwordHasher.verify('maple street', imported)).toBe(true);
    expect(await passwordHasher.verify('maple strasse', imported)).toBe(false);
  });

  test('rejects any password without a hash', async () => {
    expect(await passwordHasher.verify('', null)).toBe(false);
    expect(await passwordHasher.verify('maple street', undefined)).toBe(false);
    expect(await passwordHasher.verify('maple street', '')).toBe(false);
  });

  test('treats both Unicode forms of an accent as the same password', async () => {
    expect(await passwordHasher.verify('jose\u0301 1954', await passwordHasher.hash('jos\u00e9 1954'))).toBe(
      true,
    );
  });
});
