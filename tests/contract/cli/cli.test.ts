import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENCRYPTION_KEY, root, startPortal } from '#tests/support/server/portal.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-cli-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

interface Ended {
  code: number;
  said: string;
  complained: string;
}

function portal(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const environment = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    ...env,
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['server/cli/main.ts', ...args],
      { cwd: root, env: environment },
      (error, said, complained) => resolve({ code: Number(error?.code ?? 0), said, complained }),
    );
  });
}

async function person(email: string, { confirmed = true } = {}): Promise<string> {
  const [user] = await database.query<{ id: string }>(
    'insert into auth.users (email, email_confirmed_at) values ($1, $2) returning id',
    [email, confirmed ? new Date() : null],
  );
  return user?.id ?? '';
}

describe('help', () => {
  test.each([['help'], ['--help']])('%s lists the commands', async (word) => {
    const { code, said } = await portal([word]);
    expect(code).toBe(0);
    expect(said).toMatch(/role <email> client\|admin\|super/);
    expect(said).toMatch(/keys/);
    expect(said).toMatch(/migrate/);
    expect(said).toMatch(/factor reset <email>/);
    expect(said).toMatch(/legacy import <file\.csv>/);
  });

  test.each([
    [[], 'Which command?'],
    [['rule'], 'There is no command "rule".'],
    [['constructor'], 'There is no command "constructor".'],
    [['role'], 'role needs an email address and a role.'],
    [['role', 'a@b.example', 'boss'], '"boss" is no role. There are: client, admin, super.'],
    [['keys', 'please'], 'keys takes nothing, or one of:'],
    [['keys', 'rotate', 'constructor'], 'keys rotate needs one of: master, signing, secret, database.'],
    [['factor', 'a@b.example'], 'factor reset needs an email address.'],
    [['legacy', 'import'], 'legacy import needs a CSV file.'],
  ])('%j is answered with what is wrong, and the help', async (args, complaint) => {
    const { code, said, complained } = await portal(args);
    expect(code).toBe(2);
    expect(said).toBe('');
    expect(complained).toContain(complaint);
    expect(complained).toContain('npm run portal -- <command>');
  });

  test('a wrong configuration is said, all of it', async () => {
    const { code, complained } = await portal(['keys'], { PORT: 'x', SMTP_URL: 'y' });
    expect(code).toBe(1);
    expect(complained).toMatch(/PORT: .*\n.*SMTP_URL: /);
  });

  test('a database that is not there is said without a stack', async () => {
    const { code, complained } = await portal(['migrate'], { DATABASE_URL: 'postgres://127.0.0.1:1/x' });
    expect(code).toBe(1);
    expect(complained).toContain("can't be reached");
    expect(complained).not.toContain(' at ');
  });
});

describe('role', () => {
  test('gives the role, and records it', async () => {
    const id = await person('maria@cli.example');
    const { code, said } = await portal(['role', 'Maria@CLI.example', 'super']);
    expect({ code, said }).toEqual({
      code: 0,
      said: 'Maria@CLI.example has the role super now (was client).\n',
    });
    expect(await database.query('select role from public.user_profiles where user_id = $1', [id])).toEqual([
      { role: 'super' },
    ]);
    expect(
      await database.query('select actor_id, action, details from public.audit_log where subject_id = $1', [
        id,
      ]),
    ).toEqual([{ actor_id: null, action: 'role.changed', details: { from: 'client', to: 'super' } }]);

    const again = await portal(['role', 'maria@cli.example', 'super']);
    expect(again).toMatchObject({ code: 0, said: 'maria@cli.example has the role super already.\n' });
    const last = await portal(['role', 'maria@cli.example', 'client']);
    expect(last).toMatchObject({ code: 1, said: '' });
    expect(last.complained).toBe('maria@cli.example is the only super user. Make somebody else one first.\n');
  });

  test('says that nobody has that address', async () => {
    const { code, complained } = await portal(['role', 'nobody@cli.example', 'admin']);
    expect(code).toBe(1);
    expect(complained).toContain('Nobody has signed up as nobody@cli.example.');
  });

  test('waits for the confirmation of the address', async () => {
    await person('new@cli.example', { confirmed: false });
    const { code, complained } = await portal(['role', 'new@cli.example', 'admin']);
    expect(code).toBe(1);
    expect(complained).toContain('new@cli.example is not confirmed yet.');
  });
});

describe('factor reset', () => {
  test('takes every factor and code, ends the sessions, records it and tells by mail', async () => {
    const id = await person('lost@cli.example');
    await database.query(
      `with app as (
         insert into auth.mfa_factors (user_id, factor_type, status, sealed_secret) values ($1, 'totp', 'verified', '')
       ), codes as (
         insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'recovery_code', 'verified')
         returning id
       ), code as (insert into auth.mfa_recovery_codes (factor_id, code_hash) select id, '' from codes)
       insert into auth.sessions (user_id, aal) values ($1, 'aal1'), ($1, 'aal2')`,
      [id],
    );
    expect(await portal(['factor', 'reset', ' Lost@CLI.example'])).toMatchObject({
      code: 0,
      said: expect.stringContaining('has no second factor any more, and is signed out everywhere.'),
    });
    const left = `select from auth.mfa_factors where user_id = $1 union all select from auth.sessions where user_id = $1`;
    expect(await database.query(left, [id])).toEqual([]);
    expect(await database.query('select from auth.mfa_recovery_codes')).toEqual([]);
    expect(
      await database.query('select actor_id, action, details from public.audit_log where subject_id = $1', [
        id,
      ]),
    ).toEqual([{ actor_id: null, action: 'auth.factors_reset', details: {} }]);
    const queued = 'select subject from public.email_queue where to_email = $1';
    expect(await database.query(queued, ['lost@cli.example'])).toEqual([
      { subject: 'Your authenticator app was reset' },
    ]);

    const again = await portal(['factor', 'reset', 'lost@cli.example']);
    expect(again).toMatchObject({ code: 0, said: 'lost@cli.example has no second factor.\n' });
    expect(await database.query(queued, ['lost@cli.example'])).toHaveLength(1);
  });

  test('says that nobody has that address', async () => {
    const { code, complained } = await portal(['factor', 'reset', 'nobody@cli.example']);
    expect(code).toBe(1);
    expect(complained).toContain('Nobody has signed up as nobody@cli.example.');
  });
});

describe('legacy import', () => {
  const importing = async (content: string) => {
    const path = join(folder, 'old-clients.csv');
    await writeFile(path, content);
    return portal(['legacy', 'import', path]);
  };
  const kept = async () =>
    (await database.query<{ email: string }>('select email from public.legacy_emails order by 1')).map(
      ({ email }) => email,
    );

  test('adds the addresses of the column, in lower case, and can be run again', async () => {
    const file =
      'Name,E-mail,Since\n"Lopez, Ana", Ana@Old.example ,2019\nNobody,,2020\nBo,bo@old.example,2021\nBo,BO@old.example,2022\nX,not an address,2023\n';
    expect(await importing(file)).toEqual({
      code: 0,
      said: '2 addresses added, 0 there already.\nSkipped, without a readable address: 2 (line 3, 6).\n',
      complained: '',
    });
    expect(await kept()).toEqual(['ana@old.example', 'bo@old.example']);
    expect((await importing(file)).said).toMatch(/^0 addresses added, 2 there already\./);
    expect((await importing('\uFEFFcy@old.example\r\nbo@old.example\r\n')).said).toBe(
      '1 address added, 1 there already.\n',
    );
    expect(await kept()).toEqual(['ana@old.example', 'bo@old.example', 'cy@old.example']);
  });

  test('says what it can’t read', async () => {
    const columns = await importing('Ana,ana@old.example\n');
    expect(columns).toMatchObject({ code: 1, said: '' });
    expect(columns.complained).toContain('none of them is headed "email"');
    const missing = await portal(['legacy', 'import', join(folder, 'missing.csv')]);
    expect(missing).toMatchObject({ code: 1, said: '' });
    expect(missing.complained).toContain("can't be read (ENOENT)");
    const many = await importing(`${'nothing\n'.repeat(30)}`);
    expect(many.said).toContain('30 (line 1, 2,');
    expect(many.said).toContain('20 and 10 more).');
  });
});

describe('keys', () => {
  test('shows the same keys each time, kept where only the owner reads them', async () => {
    const [first, second] = [await portal(['keys']), await portal(['keys'])];
    const secret = /sb_secret_[\w-]{32}/.exec(first.said)?.[0];
    expect(secret).toBeDefined();
    expect(second.said).toContain(secret);
    expect(first.said).toContain('sb_publishable_nutmeg');
    for (const name of ['secret.key', 'encryption.key']) {
      expect((await stat(join(folder, 'keys', name))).mode & 0o777).toBe(0o600);
    }
    const fresh = [first, second].map(({ said }) => /ENCRYPTION_KEY=(\S+)/.exec(said)?.[1] ?? '');
    expect(new Set(fresh).size).toBe(2);
    expect(fresh.map((key) => Buffer.from(key, 'base64').length)).toEqual([32, 32]);
  });

  test('shows the configured ones, and makes none', async () => {
    const { said } = await portal(['keys'], {
      SECRET_KEY: 'configured-secret-0123456789',
      PUBLISHABLE_KEY: 'configured-public',
      ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      DATA_DIR: join(folder, 'untouched'),
    });
    expect(said).toContain('configured-secret-0123456789');
    expect(said).toContain('configured-public');
    await expect(stat(join(folder, 'untouched'))).rejects.toThrow('ENOENT');
  });
});

test.each(['version', '--version'])('%s prints the version of package.json', async (word) => {
  const manifest = await readFile(join(root, 'package.json'), 'utf8');
  expect(await portal([word])).toMatchObject({ code: 0, said: `${JSON.parse(manifest).version}\n` });
});

describe('migrate', () => {
  test('has nothing to do on a database that is up to date', async () => {
    expect(await portal(['migrate'])).toMatchObject({ code: 0, said: 'The database is up to date.\n' });
  });

  test('role tells of a database that was never migrated', async () => {
    await database.query('alter schema auth rename to auth_elsewhere');
    const { code, complained } = await portal(['role', 'a@b.example', 'admin']);
    await database.query('alter schema auth_elsewhere rename to auth');
    expect(code).toBe(1);
    expect(complained).toContain('npm run portal -- migrate');
  });

  test('starts the embedded database for itself, and leaves it for the next', async () => {
    const own = { DATABASE_URL: '', DATA_DIR: join(folder, 'own') };
    const first = await portal(['migrate'], own);
    expect(first).toMatchObject({ code: 0, complained: '' });
    expect(first.said).toMatch(/^Applied 0001_roles\.sql\n/);
    expect(await portal(['migrate'], own)).toMatchObject({ code: 0, said: 'The database is up to date.\n' });
  });

  test('works beside a server that runs the embedded database', async () => {
    const running = await startPortal({ env: { DATABASE_URL: '' } });
    try {
      const beside = { DATABASE_URL: '', DATA_DIR: running.dataDir, ENCRYPTION_KEY };
      expect(await portal(['migrate'], beside)).toMatchObject({
        code: 0,
        said: 'The database is up to date.\n',
      });
      expect((await portal(['role', 'nobody@cli.example', 'admin'], beside)).complained).toContain('Nobody');
      expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
      const health = await (await fetch(`${running.url}/healthz`)).json();
      expect(health).toEqual({ status: 'ok', version: (await portal(['version'])).said.trim() });
    } finally {
      await running.close();
    }
  });
});
