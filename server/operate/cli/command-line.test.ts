import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { version } from '../../version.ts';
import { runCommandLine } from './command-line.ts';

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

async function portal(args: string[], settings: Record<string, string> = {}) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const code = await runCommandLine(args, {
    env: { DATA_DIR: folder, DATABASE_URL: database.url, ...settings },
    print: (line) => void printed.push(`${line}\n`),
    complain: (line) => void complaints.push(`${line}\n`),
  });
  return { code, stdout: printed.join(''), stderr: complaints.join('') };
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
    const { code, stdout } = await portal([word]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/role <email> client\|reception\|admin\|super/);
    expect(stdout).toMatch(/keys/);
    expect(stdout).toMatch(/migrate/);
    expect(stdout).toMatch(/factor reset <email>/);
    expect(stdout).toMatch(/legacy import <file\.csv>/);
    expect(stdout).toMatch(/office import <file> \[--dry-run\] \| export \[file\]/);
  });

  const complaints: [string[], string][] = [
    [[], 'Which command?'],
    [['rule'], 'There is no "rule" command.'],
    [['constructor'], 'There is no "constructor" command.'],
    [['role'], 'role needs an email address and a role.'],
    [
      ['role', 'a@b.example', 'boss'],
      '"boss" is not a role. The roles are: client, reception, admin, super.',
    ],
    [['keys', 'please'], 'keys takes no arguments, or one of:'],
    [['keys', 'rotate', 'constructor'], 'keys rotate needs one of: master, signing, secret, database.'],
    [['factor', 'a@b.example'], 'factor reset needs an email address.'],
    [['legacy', 'import'], 'legacy import needs a CSV file.'],
    [['import-clients'], 'import-clients needs one CSV file.'],
    [['import-clients', 'a.csv', '--dry'], "import-clients: Unknown option '--dry'"],
    [['restore', 'place', '--dry'], "restore: Unknown option '--dry'"],
    [['office'], 'office needs one of: import <file>, export [file].'],
    [['office', 'import', '--dry-run'], 'office import needs a file.'],
    [['office', 'export', 'a', 'b'], 'office needs one of'],
  ];
  test.each(complaints)('%j prints the problem and the help', async (args, complaint) => {
    const { code, stdout, stderr } = await portal(args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(complaint);
    expect(stderr).toContain('npm run portal -- <command>');
  });

  test('prints all configuration problems', async () => {
    const { code, stderr } = await portal(['keys'], { PORT: 'x', SMTP_URL: 'y' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/PORT: .*\n.*SMTP_URL: /);
  });

  test('reports a missing database without a stack trace', async () => {
    const { code, stderr } = await portal(['migrate'], { DATABASE_URL: 'postgres://127.0.0.1:1/x' });
    expect(code).toBe(1);
    expect(stderr).toContain("can't be reached");
    expect(stderr).not.toContain(' at ');
  });
});

describe('role', () => {
  test('sets the role and records it', async () => {
    const id = await person('maria@cli.example');
    const { code, stdout } = await portal(['role', 'Maria@CLI.example', 'super']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'Maria@CLI.example now has the role super (was client).\n',
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
    expect(again).toMatchObject({ code: 0, stdout: 'maria@cli.example already has the role super.\n' });
    const last = await portal(['role', 'maria@cli.example', 'client']);
    expect(last).toMatchObject({ code: 1, stdout: '' });
    expect(last.stderr).toBe(
      'maria@cli.example is the only super user. Make someone else a super user first.\n',
    );
  });

  test('reports an unknown address', async () => {
    const { code, stderr } = await portal(['role', 'nobody@cli.example', 'admin']);
    expect(code).toBe(1);
    expect(stderr).toContain('No one has signed up as nobody@cli.example.');
  });

  test('requires a confirmed address', async () => {
    await person('new@cli.example', { confirmed: false });
    const { code, stderr } = await portal(['role', 'new@cli.example', 'admin']);
    expect(code).toBe(1);
    expect(stderr).toContain('new@cli.example is not confirmed yet.');
  });
});

describe('factor reset', () => {
  test('removes all factors and codes, ends the sessions, records it and sends a mail', async () => {
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
      stdout: expect.stringContaining('is removed, and they are logged out everywhere.'),
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
    expect(again).toMatchObject({ code: 0, stdout: 'lost@cli.example has no authenticator app.\n' });
    expect(await database.query(queued, ['lost@cli.example'])).toHaveLength(1);
  });

  test('reports an unknown address', async () => {
    const { code, stderr } = await portal(['factor', 'reset', 'nobody@cli.example']);
    expect(code).toBe(1);
    expect(stderr).toContain('No one has signed up as nobody@cli.example.');
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
      stdout:
        '2 addresses added, 0 already on the list.\nSkipped because they have no valid email address: 2 (line 3, 6).\n',
      stderr: '',
    });
    expect(await kept()).toEqual(['ana@old.example', 'bo@old.example']);
    expect((await importing(file)).stdout).toMatch(/^0 addresses added, 2 already on the list\./);
    expect((await importing('\uFEFFcy@old.example\r\nbo@old.example\r\n')).stdout).toBe(
      '1 address added, 1 already on the list.\n',
    );
    expect(await kept()).toEqual(['ana@old.example', 'bo@old.example', 'cy@old.example']);
  });

  test('reports unreadable lines', async () => {
    const columns = await importing('Ana,ana@old.example\n');
    expect(columns).toMatchObject({ code: 1, stdout: '' });
    expect(columns.stderr).toContain('none is named "email"');
    const missing = await portal(['legacy', 'import', join(folder, 'missing.csv')]);
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(missing.stderr).toContain("can't be read (ENOENT)");
    const many = await importing(`${'nothing\n'.repeat(30)}`);
    expect(many.stdout).toContain('30 (line 1, 2,');
    expect(many.stdout).toContain('20 and 10 more).');
  });
});

describe('keys', () => {
  test('shows the same keys each time, from a private file', async () => {
    const [first, second] = [await portal(['keys']), await portal(['keys'])];
    const secret = /sb_secret_[\w-]{32}/.exec(first.stdout)?.[0] ?? 'none';
    expect(secret).not.toBe('none');
    expect(second.stdout).toContain(secret);
    expect(first.stdout).toContain('sb_publishable_nutmeg');
    for (const name of ['secret.key', 'encryption.key']) {
      expect((await stat(join(folder, 'keys', name))).mode & 0o777).toBe(0o600);
    }
    const fresh = [first, second].map(({ stdout }) => /ENCRYPTION_KEY=(\S+)/.exec(stdout)?.[1] ?? '');
    expect(new Set(fresh).size).toBe(2);
    expect(fresh.map((key) => Buffer.from(key, 'base64').length)).toEqual([32, 32]);
  });

  test('shows configured keys and creates none', async () => {
    const { stdout } = await portal(['keys'], {
      SECRET_KEY: 'configured-secret-0123456789',
      PUBLISHABLE_KEY: 'configured-public',
      ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      DATA_DIR: join(folder, 'untouched'),
    });
    expect(stdout).toContain('configured-secret-0123456789');
    expect(stdout).toContain('configured-public');
    await expect(stat(join(folder, 'untouched'))).rejects.toThrow('ENOENT');
  });

  test.each([
    ['keys'],
    ['export', 'everything'],
    ['import', 'supabase', '--database', 'dump.sql', '--storage', '.', '--dry-run'],
  ])('%s: a key that the database lacks is never replaced by a new one', async (...args) => {
    const own = join(folder, 'elsewhere');
    const paths = args.map((arg) => (/^(everything|dump)/.test(arg) ? join(folder, arg) : arg));
    await writeFile(join(folder, 'dump.sql'), '-- PostgreSQL database dump complete\n');
    await database.query(
      `insert into auth.signing_keys (kid, public_jwk, sealed_private_key) values ('lost', '{}', '')`,
    );
    const { code, stderr } = await portal(paths, { DATA_DIR: own });
    await database.query(`delete from auth.signing_keys where kid = 'lost'`);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('the key that this database is sealed with is missing'),
    });
    await expect(stat(join(own, 'keys', 'encryption.key'))).rejects.toThrow('ENOENT');
  });
});

test.each(['version', '--version'])('%s prints the version', async (word) => {
  expect(await portal([word])).toMatchObject({ code: 0, stdout: `${version}\n` });
});

describe('migrate', () => {
  test('does nothing on an up-to-date database', async () => {
    expect(await portal(['migrate'])).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' });
  });

  test('role reports a database that was never migrated', async () => {
    await database.query('alter schema auth rename to auth_elsewhere');
    const { code, stderr } = await portal(['role', 'a@b.example', 'admin']);
    await database.query('alter schema auth_elsewhere rename to auth');
    expect(code).toBe(1);
    expect(stderr).toContain('npm run portal -- migrate');
  });
});

describe('import-clients', () => {
  const list = () => join(folder, 'clients.csv');
  const names = async () =>
    (await database.query<{ name: string }>('select name from public.clients order by created_at, name')).map(
      ({ name }) => name,
    );

  test('imports a list, with a dry run and a report, and can be run again', async () => {
    const before = await names();
    const report = join(folder, 'report.csv');
    await writeFile(
      list(),
      'Taxpayer First Name,Taxpayer Last Name,SSN,E-mail,Fee\nZoe,Abbott,123-45-6789,zoe@abbott.example,9\n,,,nobody@abbott.example,9\nYan,Abbott,,no address,9\n',
    );
    const dry = await portal(['import-clients', list(), '--dry-run']);
    expect(dry).toEqual({
      code: 0,
      stdout: [
        '3 rows. Columns:',
        '  Taxpayer First Name: First name',
        '  Taxpayer Last Name: Last name',
        '  SSN: SSN or EIN (last four digits)',
        '  E-mail: Email',
        '  Fee: not imported',
        'Dry run, nothing was changed. New: 2. Filled in: 0. Unchanged: 0. Same client as an earlier row: 0. Not imported: 1.',
        'Row 3: The row has no name.',
        'Row 4: The email is not an address and was left out.',
        '',
      ].join('\n'),
      stderr: '',
    });
    expect(await names()).toEqual(before);
    const done = await portal(['import-clients', list(), '--report', report]);
    expect(done.stdout).toContain('\nNew: 2. Filled in: 0. Unchanged: 0.');
    expect(await names()).toEqual([...before, 'Yan Abbott', 'Zoe Abbott']);
    const written = await readFile(report, 'utf8');
    expect(written).toContain('\r\n2,New,,\r\n3,Not imported,,The row has no name.\r\n');
    expect(written).not.toMatch(/Abbott|6789/);
    expect((await stat(report)).mode & 0o777).toBe(0o600);
    expect((await portal(['import-clients', list()])).stdout).toContain(
      'New: 0. Filled in: 0. Unchanged: 2.',
    );
    const acts = await database.query(
      `select actor_id, details from public.audit_log where action = 'clients.imported' order by id`,
    );
    expect(acts).toEqual([
      { actor_id: null, details: { opened: 2, filled_in: 0, unchanged: 0, refused: 0 } },
      { actor_id: null, details: { opened: 0, filled_in: 0, unchanged: 2, refused: 0 } },
    ]);
  });

  test('explains a file that it can’t import', async () => {
    await writeFile(list(), 'a,b\n1,2\n');
    const unknown = await portal(['import-clients', list()]);
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toContain('No column is known as a name.');
    await writeFile(list(), 'Name\n');
    expect((await portal(['import-clients', list()])).stderr).toContain('no rows below its headings');
    const missing = await portal(['import-clients', join(folder, 'missing.csv')]);
    expect(missing.stderr).toContain("can't be read (ENOENT)");
    await writeFile(list(), 'Name\nZoe Abbott\n');
    const unwritten = await portal([
      'import-clients',
      list(),
      '--dry-run',
      '--report',
      join(folder, 'a/b.csv'),
    ]);
    expect(unwritten.stderr).toContain("can't be written");
  });
});
