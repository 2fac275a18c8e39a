import * as bcrypt from '@node-rs/bcrypt';
import { beforeAll, describe, expect, test } from 'vitest';
import { createPasswords, isImported, type Passwords } from './passwords.ts';

let passwords: Passwords;
beforeAll(async () => {
  passwords = await createPasswords();
});

describe('passwords', () => {
  test('are kept as Argon2id with a salt of their own', async () => {
    const [one, two] = await Promise.all([passwords.hash('maple street'), passwords.hash('maple street')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await passwords.matches('maple street', one)).toBe(true);
    expect(await passwords.matches('Maple street', one)).toBe(false);
  });

  test('of imported people are verified by bcrypt', async () => {
    const imported = await bcrypt.hash('maple street', { cost: 4 });
    expect(isImported(imported)).toBe(true);
    expect(isImported(await passwords.hash('x'))).toBe(false);
    expect(await passwords.matches('maple street', imported)).toBe(true);
    expect(await passwords.matches('maple strasse', imported)).toBe(false);
  });

  test('nobody has a password', async () => {
    expect(await passwords.matches('', null)).toBe(false);
    expect(await passwords.matches('maple street', undefined)).toBe(false);
    expect(await passwords.matches('maple street', '')).toBe(false);
  });

  test('an accent is the same however the keyboard sends it', async () => {
    expect(await passwords.matches('jose\u0301 1954', await passwords.hash('jos\u00e9 1954'))).toBe(true);
  });
});
