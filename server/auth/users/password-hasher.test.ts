import * as bcrypt from '@node-rs/bcrypt';
import { beforeAll, describe, expect, test } from 'vitest';
import { createPasswordHasher, isImported, type PasswordHasher } from './password-hasher.ts';

let passwordHasher: PasswordHasher;
beforeAll(async () => {
  passwordHasher = await createPasswordHasher();
});

describe('passwords', () => {
  test('are kept as Argon2id with a salt of their own', async () => {
    const [one, two] = await Promise.all([
      passwordHasher.hash('maple street'),
      passwordHasher.hash('maple street'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await passwordHasher.verify('maple street', one)).toBe(true);
    expect(await passwordHasher.verify('Maple street', one)).toBe(false);
  });

  test('of imported people are verified by bcrypt', async () => {
    const imported = await bcrypt.hash('maple street', { cost: 4 });
    expect(isImported(imported)).toBe(true);
    expect(isImported(await passwordHasher.hash('x'))).toBe(false);
    expect(await passwordHasher.verify('maple street', imported)).toBe(true);
    expect(await passwordHasher.verify('maple strasse', imported)).toBe(false);
  });

  test('nobody has a password', async () => {
    expect(await passwordHasher.verify('', null)).toBe(false);
    expect(await passwordHasher.verify('maple street', undefined)).toBe(false);
    expect(await passwordHasher.verify('maple street', '')).toBe(false);
  });

  test('an accent is the same however the keyboard sends it', async () => {
    expect(await passwordHasher.verify('jose\u0301 1954', await passwordHasher.hash('jos\u00e9 1954'))).toBe(
      true,
    );
  });
});
