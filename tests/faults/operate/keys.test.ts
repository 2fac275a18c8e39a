/** @module-tag faults-operate */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyFingerprint, keyFromRecoveryWords } from '#domain/account/recovery-sheet.ts';
import { officeDay } from '#domain/office-time/office-day.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { verifyPortal } from '#server/operate/verify/verify-portal.ts';
import { createSealer, type Sealer } from '#server/sealing/sealer.ts';
import { createFileStore } from '#server/storage/blobs/stores/file-store.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { settingsFor, startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { runPortalCommand, startCommand } from '#tests/support/server/portal-command.ts';
import { eventually } from '#tests/support/waiting.ts';
import { connectPhoenix, files as newsOfFiles } from '../../contract/support/phoenix.ts';
import { DOCUMENTS, tokenOf } from '../../contract/support/storage.ts';
import { begun, patch, sendRest } from '../../contract/support/tus.ts';

// One portal with its encryption key in a file.
const ENV = { ENCRYPTION_KEY: '', LOG_LEVEL: 'warn' };
let portal: TestPortal;
let database: Database;
let maria: Person;
const { year } = officeDay(new Date(), 'America/New_York');

beforeAll(async () => {
  portal = await startPortal({ ownProcess: true, env: ENV });
  database = openDatabase({ url: portal.database.url, onIdleError: () => undefined });
  maria = await createPerson(portal);
});
afterAll(async () => {
  await database?.close();
  await portal?.close();
});

const cli = (...args: string[]) => runPortalCommand(portal, args, ENV);
const files = () => maria.client.storage.from(DOCUMENTS);
const presentKey = async () =>
  Buffer.from(await readFile(join(portal.dataDir, 'keys', 'encryption.key'), 'utf8'), 'base64');
const aside = () => readdir(join(portal.dataDir, 'keys', 'previous'));

/** What a single key opens: the number of findings, and their kinds. */
async function foundWith(sealer: Sealer) {
  const kinds: Record<string, number> = {};
  const report = await verifyPortal({
    database,
    sealer,
    store: createFileStore(join(portal.dataDir, 'files'), 0),
    onFinding: ({ kind }) => {
      kinds[kind] = (kinds[kind] ?? 0) + 1;
    },
  });
  return { kinds, documents: report.documents };
}

async function upload(name: string): Promise<void> {
  const { error } = await files().upload(`${maria.id}/${year}/${name}`, `${name} `.repeat(500));
  expect(error).toBeNull();
}

const textOf = async (name: string) => (await files().download(`${maria.id}/${year}/${name}`)).data?.text();

describe('a new master key', () => {
  test('is used while people upload and write, and after a kill in the middle; the old one opens nothing', async () => {
    const bearer = await tokenOf(maria.client);
    const bytes = Buffer.alloc(300_000, 'in pieces ');
    const key = `${maria.id}/${year}/in-pieces.txt`;
    const at = await begun(portal, { bucket: DOCUMENTS, key, length: bytes.length, bearer });
    await patch(portal, at, 0, bytes.subarray(0, 100_000), { bearer });
    for (let n = 0; n < 30; n++) await upload(`before-${n}.txt`);
    const admin = await createPerson(portal, { role: 'admin' });
    await admin.client.storage.from(DOCUMENTS).remove([`${maria.id}/${year}/before-0.txt`]);
    const row = { user_id: maria.id, year };
    expect(
      (await maria.client.from('tax_forms').upsert({ ...row, form_data: newClientForm })).error,
    ).toBeNull();
    expect((await maria.client.auth.refreshSession()).error).toBeNull();
    const enrolled = await maria.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
    expect(enrolled.error).toBeNull();
    const { data: link } = await files().createSignedUrl(`${maria.id}/${year}/before-1.txt`, 3600);
    const events = await database.query('select count(*)::int as lines from public.document_events');
    const oldKey = await presentKey();
    const old = createSealer(oldKey);
    expect((await foundWith(old)).kinds).toEqual({});

    let stopped = false;
    let written = 0;
    const people = (async () => {
      for (; !stopped; written++) {
        await upload(`during-${written}.txt`);
        const draft = { ...row, form_data: { city: `Town ${written}` }, version: written + 1 };
        const saved =
          written === 0
            ? await maria.client.from('tax_form_drafts').insert(draft)
            : await maria.client.from('tax_form_drafts').update(draft).eq('user_id', maria.id);
        expect(saved.error).toBeNull();
        expect(await textOf('before-2.txt')).toContain('before-2.txt');
      }
    })();

    // A locked row keeps the command running until it is killed.
    await database.asOwner(async (tx) => {
      await tx.query(`select from storage.objects where name like '%/before-5.txt' for update`);
      const settings = { ...settingsFor(portal.database), DATA_DIR: portal.dataDir, ...ENV };
      const command = startCommand(['keys', 'rotate', 'master'], settings);
      await eventually(async () => (await presentKey()).equals(oldKey) === false);
      const present = createSealer(await presentKey());
      await eventually(async () => ((await foundWith(present)).kinds.binding ?? 0) < 10);
      command.child.kill('SIGKILL');
      await command.ended;
    });
    const halfway = await foundWith(createSealer(await presentKey()));
    expect(Object.keys(halfway.kinds)).not.toEqual([]);
    const fingerprint = keyFingerprint(oldKey);
    expect(await aside()).toEqual([`${fingerprint}.rotating`]);

    const done = await cli('keys', 'rotate', 'master');
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toContain(`Continuing the change from ${fingerprint} to`);
    await eventually(async () => written > 3);
    stopped = true;
    await people;
    await sendRest(portal, at, bytes, 100_000, { bearer });
    expect(await aside()).toEqual([`${fingerprint}.key`]);
    expect((await stat(join(portal.dataDir, 'keys', 'previous', `${fingerprint}.key`))).mode & 0o777).toBe(
      0o600,
    );

    // The new key opens everything, and the old one nothing.
    expect((await foundWith(createSealer(await presentKey()))).kinds).toEqual({});
    const lost = await foundWith(old);
    expect(lost.kinds.broken).toBe(lost.documents);
    const [sealed] = await portal.database.query<{ count: number }>(`select
      (select count(*) from nutmeg.seals) + (select count(*) from auth.signing_keys)
      + (select count(*) from auth.mfa_factors) + (select count(*) from auth.one_time_tokens)
      + (select count(*) from auth.refresh_tokens where sealed_token is not null) as count`);
    expect(lost.kinds.seal).toBe(Number(sealed?.count));

    // Existing sessions and links still work, in the server that kept running.
    expect((await maria.client.auth.refreshSession()).error).toBeNull();
    expect(await (await fetch(link?.signedUrl ?? '')).text()).toContain('before-1.txt');
    expect(await textOf('in-pieces.txt')).toBe(bytes.toString());
    // Resealing is not a change of a document.
    const uploads = written + 1 + 1;
    const after = await database.query('select count(*)::int as lines from public.document_events');
    const read = await database.query(
      `select count(*)::int as lines from public.document_events where action not in ('opened', 'downloaded')`,
    );
    expect(Number(read.rows[0]?.lines)).toBe(30 + 1 + uploads - 1);
    expect(Number(after.rows[0]?.lines)).toBeGreaterThan(Number(events.rows[0]?.lines));
  });

  test('is used by the next start, and the old one can be removed', async () => {
    await portal.killAndRestart();
    expect(await textOf('before-7.txt')).toContain('before-7.txt');
    const [name = ''] = await aside();
    const fingerprint = name.slice(0, -4);
    expect((await cli('keys', 'forget', '0000-0000')).stderr).toContain(`These are kept: ${fingerprint}.`);
    expect(await cli('keys', 'forget', fingerprint)).toMatchObject({ code: 0, stderr: '' });
    expect(await aside()).toEqual([]);
    expect(await textOf('before-8.txt')).toContain('before-8.txt');
    expect((await cli('verify')).code).toBe(0);
  });

  test('is set on each server that uses ENCRYPTION_KEY', async () => {
    const from = (await presentKey()).toString('base64');
    const to = Buffer.alloc(32, 9).toString('base64');
    const alone = await runPortalCommand(portal, ['keys', 'rotate', 'master'], { ENCRYPTION_KEY: from });
    expect(alone.code).toBe(1);
    expect(alone.stderr).toContain('ENCRYPTION_KEY_PREVIOUS');
    const both = { ENCRYPTION_KEY: to, ENCRYPTION_KEY_PREVIOUS: from };
    expect(await runPortalCommand(portal, ['keys', 'rotate', 'master'], both)).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect((await foundWith(createSealer(Buffer.alloc(32, 9)))).kinds).toEqual({});
    const back = { ENCRYPTION_KEY: from, ENCRYPTION_KEY_PREVIOUS: to };
    expect(await runPortalCommand(portal, ['keys', 'rotate', 'master'], back)).toMatchObject({ code: 0 });
    expect(await textOf('before-9.txt')).toContain('before-9.txt');
  });

  test('is rejected if the current one is not the database’s', async () => {
    const wrong = await runPortalCommand(portal, ['keys', 'rotate', 'master'], {
      ENCRYPTION_KEY: Buffer.alloc(32, 3).toString('base64'),
      ENCRYPTION_KEY_PREVIOUS: Buffer.alloc(32, 4).toString('base64'),
    });
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain('another ENCRYPTION_KEY');
  });
});

describe('the other keys', () => {
  const jwks = async () =>
    (await (await fetch(`${portal.url}/auth/v1/.well-known/jwks.json`)).json()) as {
      keys: { kid: string }[];
    };
  const kidOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid as string;

  test('a new signing key is used at once, and no one is signed out', async () => {
    const before = await tokenOf(maria.client);
    expect(await cli('keys', 'rotate', 'signing')).toMatchObject({ code: 0, stderr: '' });
    await eventually(async () => (await jwks()).keys.length === 2);
    const [newest, former] = (await jwks()).keys;
    expect(former?.kid).toBe(kidOf(before));
    expect((await files().list(`${maria.id}/${year}`)).error).toBeNull();
    const { data } = await maria.client.auth.refreshSession();
    expect(kidOf(data.session?.access_token ?? '')).toBe(newest?.kid);
    expect((await files().list(`${maria.id}/${year}`)).error).toBeNull();
    // When its last token has expired, it verifies nothing, and is removed with the next change.
    await portal.database.query(
      `update auth.signing_keys set retired_at = now() where retired_at is not null`,
    );
    await cli('keys', 'rotate', 'signing');
    await eventually(async () => {
      const kids = (await jwks()).keys.map(({ kid }) => kid);
      return kids.length === 2 && !kids.includes(kidOf(before));
    });
    const late = await fetch(`${portal.url}/auth/v1/user`, {
      headers: { authorization: `Bearer ${before}` },
    });
    expect(late.status).toBe(403);
  });

  test('a new secret key replaces the old one in the running server', async () => {
    const own = await startPortal({ ownProcess: true, env: { ...ENV, SECRET_KEY: '' } });
    try {
      const keptIn = join(own.dataDir, 'keys', 'secret.key');
      const users = (key: string) =>
        fetch(`${own.url}/rest/v1/user_profiles`, { headers: { apikey: key } }).then(({ status }) => status);
      const old = await readFile(keptIn, 'utf8');
      expect(await users(old)).toBe(200);
      const channel = await connectPhoenix(own);
      const joined = await channel.request('phx_join', { access_token: old, config: newsOfFiles });
      expect(joined.payload.status).toBe('ok');
      const rotated = await runPortalCommand(own, ['keys', 'rotate', 'secret'], { SECRET_KEY: '' });
      expect(rotated).toMatchObject({ code: 0, stderr: '' });
      const fresh = await readFile(keptIn, 'utf8');
      expect(rotated.stdout).toContain(fresh);
      expect((await stat(keptIn)).mode & 0o777).toBe(0o600);
      expect(await users(old)).toBe(401);
      expect(await users(fresh)).toBe(200);
      const { id, client } = await createPerson(own);
      expect((await client.storage.from(DOCUMENTS).upload(`${id}/after.txt`, 'after')).error).toBeNull();
      await channel.waitForMessage(({ event }) => event === 'phx_close');
      expect(channel.received.filter(({ event }) => event === 'postgres_changes')).toEqual([]);
    } finally {
      await own.close();
    }
    expect((await runPortalCommand(portal, ['keys', 'rotate', 'secret'])).stderr).toContain(
      'SECRET_KEY is set',
    );
  });

  test('the embedded database’s passwords change with a server, without one, and after a kill in between', async () => {
    const env = { ...ENV, DATABASE_URL: '' };
    const own = await startPortal({ ownProcess: true, env });
    try {
      const rotateNow = async () => {
        const done = await runPortalCommand(own, ['keys', 'rotate', 'database'], env);
        expect(done).toMatchObject({ code: 0, stderr: '' });
      };
      const password = (whose: string) => join(own.dataDir, 'keys', `postgres-${whose}.password`);
      const [owner, administrator] = [password('owner'), password('administrator')];
      const ready = async () => (await fetch(`${own.url}/readyz`)).status;
      const before = [await readFile(owner, 'utf8'), await readFile(administrator, 'utf8')];
      await rotateNow();
      const after = [await readFile(owner, 'utf8'), await readFile(administrator, 'utf8')];
      expect(after.every((text) => !before.includes(text))).toBe(true);
      expect((await stat(owner)).mode & 0o777).toBe(0o600);
      // More concurrent requests than open connections, so new ones are opened with the new password. The database
      // rejects visitors; without a connection, the status would be 503.
      const many = Array.from({ length: 40 }, () => fetch(`${own.url}/rest/v1/user_profiles`));
      expect((await Promise.all(many)).map(({ status }) => status)).toEqual(Array(40).fill(401));
      await own.stopServer();
      await rotateNow();
      await own.killAndRestart();
      expect(await ready()).toBe(200);

      // Killed after the database had changed them: the new files are beside the old ones.
      await own.stopServer();
      const [nextOwner, next] = [await readFile(owner, 'utf8'), await readFile(administrator, 'utf8')];
      await writeFile(`${owner}.next`, nextOwner);
      await writeFile(`${administrator}.next`, next);
      await writeFile(owner, 'the one before');
      await writeFile(administrator, 'the one before');
      await own.killAndRestart();
      expect(await ready()).toBe(200);
      expect(await readFile(administrator, 'utf8')).toBe(next);
      // Killed before the database changed them: they are ignored.
      await own.stopServer();
      await writeFile(`${administrator}.next`, 'never came about');
      await own.killAndRestart();
      expect(await ready()).toBe(200);
      await rotateNow();
      // Neither is valid: nothing is changed.
      await own.stopServer();
      const right = await readFile(administrator, 'utf8');
      await writeFile(administrator, 'of another backup');
      await writeFile(`${administrator}.next`, 'not these either');
      await expect(own.killAndRestart()).rejects.toThrow('are not those of its database');
      expect(await readFile(administrator, 'utf8')).toBe('of another backup');
      await writeFile(administrator, right);
    } finally {
      await own.close();
    }
  });
});

describe('a lost encryption key', () => {
  test('is never replaced by a new one, by any command', async () => {
    const env = { ...ENV, DATABASE_URL: '', SECRET_KEY: '' };
    const own = await startPortal({ ownProcess: true, env });
    try {
      await own.stopServer();
      const path = join(own.dataDir, 'keys', 'encryption.key');
      const key = await readFile(path, 'utf8');
      await rm(path);
      for (const args of [['keys'], ['demo'], ['verify'], ['migrate'], ['keys', 'rotate', 'master']]) {
        const { code, stderr } = await runPortalCommand(own, args, env);
        expect([args, code]).toEqual([args, 1]);
        expect(stderr).toContain('keys/encryption.key is missing');
      }
      expect(await readdir(join(own.dataDir, 'keys'))).not.toContain('encryption.key');
      await writeFile(path, key);
      expect((await runPortalCommand(own, ['verify'], env)).code).toBe(0);
    } finally {
      await own.close();
    }
    const elsewhere = await mkdtemp(join(tmpdir(), 'nutmeg-lost-key-'));
    for (const args of [['keys'], ['demo'], ['verify']]) {
      const { code, stderr } = await runPortalCommand({ ...portal, dataDir: elsewhere }, args, ENV);
      expect([args, code]).toEqual([args, 1]);
      expect(stderr).toContain('the key that this database is sealed with is missing');
    }
    await rm(elsewhere, { recursive: true });
  });
});

describe('the recovery sheet', () => {
  const sheet = () => join(portal.dataDir, 'recovery-sheet.html');
  const wordsOn = (page: string) => [...page.matchAll(/<li><b>(\w+)<\/b>/g)].map(([, word]) => word ?? '');
  const ask = async (person: Person, words?: string[]) => {
    const bearer = await tokenOf(person.client);
    const answer = await fetch(`${portal.url}/functions/v1/recovery-sheet`, {
      method: words === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(words && { body: JSON.stringify({ words }) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  test('is created at the first start and after a new key', async () => {
    const sam = await createPerson(portal, {
      role: 'super',
      data: { first_name: 'Sam', last_name: 'Whitfield' },
    });
    const admin = await createPerson(portal, { role: 'admin' });
    expect((await cli('keys', 'sheet')).stdout).toContain(sheet());
    expect((await stat(sheet())).mode & 0o777).toBe(0o600);
    const words = wordsOn(await readFile(sheet(), 'utf8'));
    expect(Buffer.from(keyFromRecoveryWords(words.join(' ')))).toEqual(await presentKey());

    for (const person of [maria, admin]) {
      expect((await ask(person)).status).toBe(403);
      expect((await ask(person, words.slice(0, 2))).status).toBe(403);
    }
    const { body: due } = await ask(sam);
    expect(due).toMatchObject({ fingerprint: keyFingerprint(await presentKey()), confirmed: null });
    const numbers = due.asked as number[];
    const right = numbers.map((number) => words[number - 1] ?? '');
    expect((await ask(sam, right.toReversed())).status).toBe(422);
    expect((await ask(sam, [right[0] ?? '', 'zoo'])).status).toBe(422);
    expect((await ask(sam)).body.confirmed).toBeNull();
    const confirmed = await ask(
      sam,
      right.map((word) => ` ${word.toUpperCase()} `),
    );
    expect(confirmed).toMatchObject({ status: 200, body: { confirmed: { by: 'Sam Whitfield' } } });
    await expect(stat(sheet())).rejects.toThrow('ENOENT');
    const log = await portal.database.query(
      "select actor_id, details from public.audit_log where action = 'recovery_sheet.confirmed'",
    );
    expect(log).toEqual([{ actor_id: sam.id, details: { key: due.fingerprint } }]);
    await portal.killAndRestart();
    await expect(stat(sheet())).rejects.toThrow('ENOENT');

    expect((await cli('keys', 'rotate', 'master')).code).toBe(0);
    expect((await ask(sam)).body).toMatchObject({ confirmed: null });
    await portal.killAndRestart();
    await eventually(async () => portal.output().includes(`print ${sheet()}`));
    const next = wordsOn(await readFile(sheet(), 'utf8'));
    expect(Buffer.from(keyFromRecoveryWords(next.join(' ')))).toEqual(await presentKey());
    for (const word of [...words, ...next].join(' ').match(/(\w+ ){3}/g) ?? []) {
      expect(portal.output()).not.toContain(word);
    }
  });
});
