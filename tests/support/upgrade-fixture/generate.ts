import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import pg from 'pg';
import { version } from '#server/version.ts';
import { addAuthenticator } from '../authenticator.ts';
import { externalPostgresPrograms } from '../missing-services.ts';
import { pdf } from '../sample-documents.ts';
import { prepareServer, root } from '../server/server-process.ts';
import { startExternalPostgres } from '../services/external-postgres.ts';
import { eventually } from '../waiting.ts';
import { type Expected, fixtureFolder, formsOf, PUBLISHABLE_KEY, rowCounts, tar } from './office.ts';

/**
 * `npm run fixture`: stores an office of this version, with rows in every table, its keys and its documents, in
 * tests/fixtures/<version>. Tests of later versions upgrade it. Needs Debian's postgresql.
 */
const run = promisify(execFile);
const year = new Date().getFullYear();

const postgres = await startExternalPostgres();
const server = await prepareServer({
  env: { DATABASE_URL: postgres.url, CAPTCHA: 'off', STAFF_MFA: 'optional' },
  siteFolder: undefined,
});
const database = new pg.Client({ connectionString: postgres.url });
try {
  await server.start();
  await database.connect();
  const { password, people } = await demo();
  const { office, totp } = await signInsAndMails(people, password);
  await companyThatSigns(office, password);
  await interruptUpload(password);
  await database.query(await readFile(new URL('./rows.sql', import.meta.url), 'utf8'));
  const expected: Expected = {
    version,
    password,
    totp,
    counts: {},
    documents: await documents(),
    forms: await forms(people, password),
  };
  await server.end('SIGTERM');
  expected.counts = await rowCounts(database);
  refuseEmptyTables(expected.counts);
  await store(expected);
} finally {
  await database.end();
  await server.remove();
  await postgres.stop();
}

interface Person {
  email: string;
  role: string;
}

async function demo(): Promise<{ password: string; people: Person[] }> {
  const env = { PATH: process.env.PATH, DATABASE_URL: postgres.url, DATA_DIR: server.dataDir };
  const { stdout } = await run(process.execPath, ['server/operate/cli/main.ts', 'demo'], { cwd: root, env });
  const people = [...stdout.matchAll(/(\S+@\S+) +(client|admin|super)$/gm)].map(([, email, role]) => ({
    email: String(email),
    role: String(role),
  }));
  return { password: /shown only once: {2}(\S+)/.exec(stdout)?.[1] ?? '', people };
}

/** Creates sessions, tokens, a second factor and queued mails. Returns the super user, and the secret of the app. */
async function signInsAndMails(people: Person[], password: string) {
  const boss = people.find(({ role }) => role === 'super');
  const client = people.find(({ role }) => role === 'client');
  if (!boss || !client) throw new Error('the demo has no super user or no client');
  const office = createClient(server.url, PUBLISHABLE_KEY, { auth: { persistSession: false } });
  await office.auth.signInWithPassword({ email: boss.email, password });
  const { secret } = await addAuthenticator(office);
  await office.auth.refreshSession();
  const visitor = createClient(server.url, PUBLISHABLE_KEY, {
    auth: { persistSession: false, flowType: 'pkce' },
  });
  await visitor.auth.resetPasswordForEmail(client.email);
  await visitor.auth.signUp({ email: 'new.client@mail.example', password: 'maple-street-1954' });
  return { office, totp: { email: boss.email, secret } };
}

/** What only the server can seal: a company with its tax number, a consent, and documents that its owners sign. */
async function companyThatSigns(office: SupabaseClient, password: string): Promise<void> {
  const company = randomUUID();
  const nadia = await signedIn('nadia.haddad@mail.example', password);
  const sofia = await signedIn('sofia.rossi@mail.example', password);
  const opened = { client_id: company, kind: 'business', first_name: '', last_name: 'Haddad Bakery Inc.' };
  await office.rpc('save_client', opened).throwOnError();
  for (const { id } of [nadia, sofia]) {
    const owner = { client_id: company, member_id: id, relation: 'owner', rights: ['see', 'answer', 'sign'] };
    await office.rpc('save_client_member', owner).throwOnError();
  }
  const number = { user_id: company, kind: 'ein', tax_number: '00-1934402' };
  await office.from('client_tax_numbers').insert(number).throwOnError();
  await giveConsent(office, nadia, company);
  await signLetter(office, [nadia], company);
  const completed = `select from public.signature_requests where status = 'completed'`;
  await eventually(async () => (await database.query(completed)).rowCount);
  // Waits for Sofia, with Nadia's signature.
  await signLetter(office, [nadia, sofia], company);
}

/** An upload that was interrupted after its first piece. */
async function interruptUpload(password: string): Promise<void> {
  const { id, client } = await signedIn('nadia.haddad@mail.example', password);
  const { data } = await client.auth.getSession();
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${data.session?.access_token}` };
  const { buffer } = pdf('half.pdf');
  const names = {
    bucketName: 'user-documents',
    objectName: `${id}/half.pdf`,
    contentType: 'application/pdf',
  };
  const metadata = Object.entries(names).map(([name, value]) => `${name} ${btoa(value)}`);
  const created = await fetch(`${server.url}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': `${buffer.length}`, 'upload-metadata': metadata.join(',') },
  });
  const sent = await fetch(new URL(created.headers.get('location') ?? '', server.url), {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: Uint8Array.from(buffer.subarray(0, 300)),
  });
  if (!sent.ok) throw new Error(`The upload was refused: ${await sent.text()}`);
}

interface Owner {
  id: string;
  client: SupabaseClient;
}

async function giveConsent(office: SupabaseClient, { id, client }: Owner, clientId: string) {
  const consentId = randomUUID();
  await call(office, 'consent-ask', {
    consentId,
    clientId,
    userId: id,
    kind: 'disclose',
    recipient: 'Marcus Johnson',
    recipientEmail: 'marcus.johnson@mail.example',
    purpose: 'He keeps the books of the bakery',
    data: ['all_files'],
    years: [year],
    isOffer: false,
  });
  const { data } = await client.from('tax_consents').select('body_sha256').single().throwOnError();
  const given = { act: 'given', bodySha256: data.body_sha256, signedName: 'Nadia Haddad', lastDay: null };
  await call(client, 'consent-act', { consentId, actId: randomUUID(), ...given });
}

/** Sends a letter to the owners, in this order. The first of them signs. */
async function signLetter(office: SupabaseClient, owners: [Owner, ...Owner[]], company: string) {
  const { buffer } = pdf('Letter.pdf', 'Engagement letter');
  const file = new Blob([buffer], { type: 'application/pdf' });
  const path = `${company}/${year}/Letter ${owners.length}.pdf`;
  const { data, error } = await office.storage.from('user-documents').upload(path, file);
  if (error) throw error;
  const requestId = randomUUID();
  const signers = owners.map(({ id }, at) => ({ id: randomUUID(), user_id: id, position: at + 1 }));
  const field = { page: 1, x: 72, width: 180, height: 36, kind: 'signature', label: '', required: true };
  await call(office, 'signature-request', {
    requestId,
    documentId: data.id,
    title: 'Engagement letter',
    year,
    signers,
    fields: signers.map(({ id, position }) => ({
      ...field,
      id: randomUUID(),
      signer_id: id,
      y: 60 * position,
    })),
  });
  const [{ client }] = owners;
  const disclosure = await call(client, 'signing-disclosure?language=en');
  const documentSha256 = createHash('sha256').update(buffer).digest('hex');
  const signature = { kind: 'typed', text: 'Nadia Haddad' };
  for (const act of [
    { act: 'consented', openedSha256: documentSha256, disclosureSha256: disclosure.sha256, language: 'en' },
    { act: 'viewed' },
    { act: 'signed', signing: { signature, initials: null, values: {} } },
  ]) {
    const seen = { requestId, documentSha256, version: 1 };
    await call(client, 'signature-act', { ...seen, ...act, actId: randomUUID() });
  }
}

async function signedIn(email: string, password: string): Promise<Owner> {
  const client = createClient(server.url, PUBLISHABLE_KEY, { auth: { persistSession: false } });
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { id: data.user.id, client };
}

async function call(client: SupabaseClient, name: string, body?: object) {
  const { data, error } = await client.functions.invoke(name, body ? { body } : { method: 'GET' });
  if (error) throw error;
  return data;
}

async function documents(): Promise<Expected['documents']> {
  const { rows } = await database.query<{ path: string; sha256: string }>(
    'select file_path as path, sha256 from public.file_uploads order by file_path collate "C"',
  );
  return rows;
}

async function forms(people: Person[], password: string): Promise<Expected['forms']> {
  const clients = people.filter(({ role }) => role === 'client');
  return Promise.all(
    clients.map(async ({ email }) => ({ email, sha256: await formsOf(server.url, email, password) })),
  );
}

function refuseEmptyTables(counts: Record<string, number>): void {
  const empty = Object.keys(counts).filter((table) => counts[table] === 0);
  if (empty.length > 0) {
    throw new Error(
      `No rows in ${empty.join(', ')}. Add some to ${new URL('./rows.sql', import.meta.url).pathname}`,
    );
  }
}

async function store(expected: Expected): Promise<void> {
  const dump = await pgDump();
  const kept = await Promise.all(['files', 'keys'].map((name) => filesBelow(server.dataDir, name)));
  const files = [{ path: 'database.sql', content: Buffer.from(dump) }, ...kept.flat()];
  const archive = gzipSync(tar(files, 0), { level: 9 });
  const folder = fixtureFolder(version);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'office.tar.gz'), archive);
  await writeFile(join(folder, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`);
  const hash = createHash('sha256').update(archive).digest('hex');
  console.log(`Stored ${folder}: ${archive.length} bytes, SHA-256 ${hash}`);
}

/** Statements only, so that no psql is needed to load them. */
async function pgDump(): Promise<string> {
  const program = join(externalPostgresPrograms() ?? '', 'pg_dump');
  const options = [
    '--inserts',
    '--rows-per-insert=200',
    '--no-owner',
    '--no-comments',
    '--dbname',
    postgres.url,
  ];
  const { stdout } = await run(program, options, { maxBuffer: 256 * 1024 * 1024 });
  return stdout.replace(/^\\.*$/gm, '');
}

async function filesBelow(folder: string, name: string): Promise<{ path: string; content: Buffer }[]> {
  const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name: file }) => join(parentPath, file))
      .sort()
      .map(async (path) => ({ path: path.slice(folder.length + 1), content: await readFile(path) })),
  );
}
