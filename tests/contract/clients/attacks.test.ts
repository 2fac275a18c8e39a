import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { subscribe } from '../support/realtime.ts';
import { DOCUMENTS, tokenOf } from '../support/storage.ts';
import { begun, tusMetadata } from '../support/tus.ts';

/** In everything of Maria's that an attacker could want. */
const PLANTED = 'planted-8c1f';
const { year } = officeDay(new Date(), 'America/New_York');

const portal = portalForFile();
/** The client under attack. */
let maria: Person;
/** What Maria's things are called in requests. */
let target: {
  file: string;
  sha256: string;
  key: string;
  return: string;
  upload: string;
  link: string;
};
let attackers: Record<string, Person>;

beforeAll(async () => {
  const owner = await createPerson(portal, { data: { first_name: PLANTED, last_name: 'Lopez' } });
  const [stranger, helper, former, looker, past] = await Promise.all(
    Array.from({ length: 5 }, () => createPerson(portal)),
  );
  if (!stranger || !helper || !former || !looker || !past) throw new Error('no one was created');
  maria = owner;
  attackers = {
    'a stranger': stranger,
    "a helper of another client's": helper,
    'a former member': former,
    'a spouse of the past': past,
    reception: await createPerson(portal, { role: 'reception' }),
    Maria: maria,
  };
  await portal.database.query(
    `insert into public.client_members (client_id, user_id, relation, rights, last_year, ends_at) values
       ($1, $2, 'helper', array['see', 'upload', 'answer', 'sign'], null, null),
       ($3, $4, 'owner', array['see', 'upload', 'answer', 'sign', 'manage'], null, now()),
       ($3, $5, 'spouse', array['see'], 2020, null)`,
    [looker.id, helper.id, maria.id, former.id, past.id],
  );
  const key = `${maria.id}/${PLANTED}.txt`;
  const files = maria.client.storage.from(DOCUMENTS);
  const sent = await files.upload(key, new Blob([PLANTED], { type: 'text/plain' }));
  if (sent.error) throw sent.error;
  await maria.client
    .from('tax_forms')
    .insert({ user_id: maria.id, year, form_data: { ...newClientForm, occupation: PLANTED } })
    .throwOnError();
  await maria.client
    .from('tax_form_drafts')
    .insert({ user_id: maria.id, year, form_data: { occupation: PLANTED }, version: 1, device: PLANTED })
    .throwOnError();
  await maria.client
    .rpc('answer_checklist_item', {
      list_year: year,
      list_item: 'w2',
      new_state: 'not_available',
      why: PLANTED,
    })
    .throwOnError();
  const upload = await begun(portal, {
    bucket: DOCUMENTS,
    key: `${maria.id}/${PLANTED}-2.txt`,
    length: 9000,
    bearer: await tokenOf(maria.client),
  });
  const { data: link } = await files.createSignedUrl(key, 60);
  const [file] = await portal.database.query<{ id: string; sha256: string }>(
    'select id, sha256 from public.file_uploads where user_id = $1',
    [maria.id],
  );
  if (!file) throw new Error('no file was uploaded');
  await maria.client
    .rpc('answer_checklist_item', {
      list_year: year,
      list_item: 'id',
      new_state: 'sent',
      document_ids: [file.id],
    })
    .throwOnError();
  await maria.client
    .rpc('write_to_office', {
      message_id: randomUUID(),
      client_id: maria.id,
      body: PLANTED,
      document_ids: [file.id],
    })
    .throwOnError();
  const [taxReturn] = await portal.database.query<{ id: string }>(
    `insert into public.tax_returns (user_id, year, kind, status, document_id, document_sha256)
     values ($1, $2, 'personal', 'ready_for_review', $3, $4) returning id`,
    [maria.id, year, file.id, file.sha256],
  );
  await portal.database.query(
    `insert into public.tax_return_events (return_id, user_id, kind, note) values ($1, $2, 'status', $3)`,
    [taxReturn?.id, maria.id, PLANTED],
  );
  target = {
    key,
    upload,
    link: new URL(link?.signedUrl ?? '').searchParams.get('token') ?? '',
    file: file.id,
    sha256: file.sha256,
    return: taxReturn?.id ?? '',
  };
});

/** A count, a membership, a link, or a zip of hers. */
const LEAKS = /"count":[1-9]|"relation":"self"|token=|"files":[1-9]/;
/** A spouse of the past still sees whose past it is; reception sees who she is, and what she has written. */
const ALLOWED: Record<string, readonly string[]> = { 'a spouse of the past': ['read her client'] };
const FOR_RECEPTION = /her profile$|^read (a page of )?her messages$|^find her in the list/;

interface Call {
  method?: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const rest = (path: string, more: Omit<Call, 'path'> = {}): Call => ({ path: `/rest/v1/${path}`, ...more });
const rpc = (name: string, body: object): Call => ({ method: 'POST', path: `/rest/v1/rpc/${name}`, body });
const storage = (method: string, path: string, body?: unknown, headers?: Record<string, string>): Call => ({
  method,
  path: `/storage/v1/${path}`,
  body,
  ...(headers && { headers }),
});
const returning = { headers: { prefer: 'return=representation' } };
const upserting = { headers: { prefer: 'resolution=merge-duplicates,return=representation' } };
const form = { ...newClientForm, occupation: 'stolen' };

/** Each is tried by each attacker: it may return nothing of Maria's, and change nothing of hers. */
const attacks: Record<string, (attacker: Person) => Call> = {
  'read her client': () => rest(`clients?id=eq.${maria.id}`),
  'read the members of her client': () =>
    rest(`client_members?client_id=eq.${maria.id}&user_id=eq.${maria.id}`),
  'read her profile': () => rest(`user_profiles?user_id=eq.${maria.id}`),
  'read all forms': () => rest('tax_forms?select=*'),
  'read her form': () => rest(`tax_forms?user_id=eq.${maria.id}`),
  'read her form by a condition on its content': () => rest(`tax_forms?form_data->>occupation=eq.${PLANTED}`),
  'count her forms': () => rest(`tax_forms?user_id=eq.${maria.id}&select=count`),
  'read her draft': () => rest(`tax_form_drafts?user_id=eq.${maria.id}`),
  'read her files': () => rest(`file_uploads?user_id=eq.${maria.id}`),
  'read a file by its id': () => rest(`file_uploads?id=eq.${target.file}`),
  'find files by name': () => rest(`file_uploads?file_name=like.*${PLANTED}*`),
  'embed her profile in her form': () => rest(`tax_forms?select=*,user_profiles(*)&user_id=eq.${maria.id}`),
  'read her returns': () => rest(`tax_returns?user_id=eq.${maria.id}`),
  'read the steps of her return': () => rest(`tax_return_events?user_id=eq.${maria.id}`),
  'read her checklist': () => rest(`checklist_items?user_id=eq.${maria.id}`),
  'read what she has sent for her checklist': () => rest(`checklist_documents?user_id=eq.${maria.id}`),
  'read her messages': () => rest(`thread_messages?client_id=eq.${maria.id}`),
  'read a page of her messages': () => rpc('thread_page', { client_id: maria.id, page_size: 50 }),
  'read the files of her messages': () => rest(`thread_attachments?client_id=eq.${maria.id}`),
  'read the record of her files': () => rest(`document_events?owner_id=eq.${maria.id}`),
  'submit her form': () =>
    rest('tax_forms', { method: 'POST', body: { user_id: maria.id, year, form_data: form }, ...upserting }),
  'change her form': () =>
    rest(`tax_forms?user_id=eq.${maria.id}`, { method: 'PATCH', body: { form_data: form }, ...returning }),
  'take her form': (attacker) =>
    rest(`tax_forms?user_id=eq.${maria.id}`, {
      method: 'PATCH',
      body: { user_id: attacker.id },
      ...returning,
    }),
  'overwrite her draft': () =>
    rest('tax_form_drafts', {
      method: 'POST',
      body: { user_id: maria.id, year, form_data: {}, version: 2, device: 'x' },
      ...upserting,
    }),
  'delete her draft': () =>
    rest(`tax_form_drafts?user_id=eq.${maria.id}`, { method: 'DELETE', ...returning }),
  'join her client': (attacker) =>
    rest('client_members', {
      method: 'POST',
      body: { client_id: maria.id, user_id: attacker.id, relation: 'owner', rights: ['see'] },
      ...returning,
    }),
  'extend the own membership': (attacker) =>
    rest(`client_members?user_id=eq.${attacker.id}`, {
      method: 'PATCH',
      body: { ends_at: null },
      ...returning,
    }),
  'join her client by the function of staff': (attacker) =>
    rpc('save_client_member', {
      client_id: maria.id,
      member_id: attacker.id,
      relation: 'helper',
      rights: ['see'],
    }),
  'take her client over': (attacker) =>
    rest(`clients?id=eq.${maria.id}`, { method: 'PATCH', body: { id: attacker.id }, ...returning }),
  'answer for her': () =>
    rpc('answer_checklist_item', {
      list_year: year,
      list_item: 'w2',
      new_state: 'open',
      client_id: maria.id,
    }),
  'send her file for an own item': () =>
    rpc('answer_checklist_item', {
      list_year: year,
      list_item: 'w2',
      new_state: 'sent',
      document_ids: [target.file],
    }),
  'approve her return': () =>
    rpc('approve_return', {
      return_id: target.return,
      signature: 'Maria Lopez',
      seen_sha256: target.sha256,
    }),
  'list her unfinished uploads': () => rpc('unfinished_uploads', { owner: maria.id }),
  'find her in the list of clients': () => rpc('list_clients', { term: '' }),
  'list her folder by its function': () => rpc('list_folder', { owner: maria.id }),
  'list her folder': () => storage('POST', `object/list/${DOCUMENTS}`, { prefix: `${maria.id}/` }),
  'list the bucket': () => storage('POST', `object/list/${DOCUMENTS}`, { prefix: '', search: maria.id }),
  'list her folder in pages': () =>
    storage('POST', `object/list-v2/${DOCUMENTS}`, { prefix: `${maria.id}/`, with_delimiter: false }),
  'download her file': () => storage('GET', `object/${DOCUMENTS}/${target.key}`),
  'download her file by the other path': () =>
    storage('GET', `object/authenticated/${DOCUMENTS}/${target.key}`),
  'see the facts of her file': () => storage('GET', `object/info/${DOCUMENTS}/${target.key}`),
  'make a link to her file': () =>
    storage('POST', `object/sign/${DOCUMENTS}/${target.key}`, { expiresIn: 60 }),
  'make links to many files': () =>
    storage('POST', `object/sign/${DOCUMENTS}`, { expiresIn: 60, paths: [target.key] }),
  'open another file with her link': () =>
    storage('GET', `object/sign/${DOCUMENTS}/${maria.id}/other.txt?token=${target.link}`),
  'add a file to her folder': () =>
    storage('POST', `object/${DOCUMENTS}/${maria.id}/mine.txt`, 'mine', { 'content-type': 'text/plain' }),
  'replace her file': () =>
    storage('PUT', `object/${DOCUMENTS}/${target.key}`, 'mine', { 'content-type': 'text/plain' }),
  'make a link to upload to her': () =>
    storage('POST', `object/upload/sign/${DOCUMENTS}/${maria.id}/mine.txt`, {}),
  'copy her file to oneself': (attacker) =>
    storage('POST', 'object/copy', {
      bucketId: DOCUMENTS,
      sourceKey: target.key,
      destinationKey: `${attacker.id}/copy.txt`,
    }),
  'move her file to oneself': (attacker) =>
    storage('POST', 'object/move', {
      bucketId: DOCUMENTS,
      sourceKey: target.key,
      destinationKey: `${attacker.id}/moved.txt`,
    }),
  'move her whole folder to oneself': (attacker) =>
    storage('POST', 'object/move', {
      bucketId: DOCUMENTS,
      sourceKey: maria.id,
      destinationKey: `${attacker.id}/all`,
    }),
  'remove her file': () => storage('DELETE', `object/${DOCUMENTS}`, { prefixes: [target.key] }),
  'begin an upload to her': () =>
    storage('POST', 'upload/resumable', undefined, {
      'tus-resumable': '1.0.0',
      'upload-length': '9000',
      'upload-metadata': tusMetadata({ bucketName: DOCUMENTS, objectName: `${maria.id}/mine.txt` }),
    }),
  'go on with her upload': () => ({
    method: 'PATCH',
    path: target.upload,
    body: 'x'.repeat(5000),
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
  }),
  'see how far her upload is': () => ({
    method: 'HEAD',
    path: target.upload,
    headers: { 'tus-resumable': '1.0.0' },
  }),
  'order a zip of her files': () => ({
    method: 'POST',
    path: '/functions/v1/archive',
    body: { owner_id: maria.id, paths: [`${PLANTED}.txt`] },
  }),
  'order a zip of everything': () => ({
    method: 'POST',
    path: '/functions/v1/archive',
    body: { owner_id: maria.id, paths: [''] },
  }),
};

async function send(attacker: Person, { method = 'GET', path, body, headers }: Call): Promise<string> {
  const isText = typeof body === 'string';
  const response = await fetch(portal.url + path, {
    method,
    headers: {
      authorization: `Bearer ${await tokenOf(attacker.client)}`,
      ...(body !== undefined && !isText && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  });
  return [...response.headers].join('\n') + (await response.text());
}

/** Everything of Maria's, except when she was last seen. */
async function stateOfMaria(): Promise<unknown> {
  const tables: [name: string, owner: string][] = [
    ['clients', 'id'],
    ['client_members', 'client_id'],
    ['tax_forms', 'user_id'],
    ['tax_form_drafts', 'user_id'],
    ['tax_returns', 'user_id'],
    ['checklist_items', 'user_id'],
    ['checklist_documents', 'user_id'],
    ['file_uploads', 'user_id'],
    ['document_events', 'owner_id'],
  ];
  const rows = await Promise.all(
    tables.map(([name, owner]) =>
      portal.database.query(
        `select to_jsonb(t) as row from public.${name} t where ${owner} = $1 order by 1`,
        [maria.id],
      ),
    ),
  );
  const uploads = await portal.database.query(
    `select id, received from storage.uploads where key like $1 || '%' order by id`,
    [maria.id],
  );
  return [rows, uploads];
}

test('are enough', () => {
  expect(Object.keys(attacks).length).toBeGreaterThanOrEqual(50);
});

/** What an attack by this person gets of hers; null for nothing. */
async function leakOf(who: string, name: string): Promise<string | null> {
  const attacker = attackers[who];
  const call = attacker && attacks[name]?.(attacker);
  if (!call) throw new Error(`no attack ${name} by ${who}`);
  // The key is in the request and in some refusals; what only Maria has is not.
  const answer = (await send(attacker, call)).replaceAll(`${PLANTED}.txt`, '');
  const secret = [PLANTED, target.file, target.return].find((one) => answer.includes(one));
  return secret ?? LEAKS.exec(answer)?.[0] ?? null;
}

describe.each(['a stranger', "a helper of another client's", 'a former member', 'a spouse of the past'])(
  'by %s',
  (who) => {
    const tried = Object.keys(attacks).filter((name) => !ALLOWED[who]?.includes(name));
    test.each(tried)('%s', async (name) => {
      const before = await stateOfMaria();
      expect(await leakOf(who, name)).toBeNull();
      expect(await stateOfMaria()).toEqual(before);
    });

    test('listening to live changes', async () => {
      const attacker = attackers[who];
      if (!attacker) throw new Error(`no ${who}`);
      const filter = { table: 'file_uploads', filter: `user_id=eq.${maria.id}` };
      const [theirs, hers] = [
        await subscribe(attacker.client, filter),
        await subscribe(maria.client, filter),
      ];
      const name = `${crypto.randomUUID()}.txt`;
      const files = maria.client.storage.from(DOCUMENTS);
      await files.upload(`${maria.id}/${name}`, new Blob(['w2'], { type: 'text/plain' }));
      await hers.waitForEvent(({ type }) => type === 'INSERT');
      expect(theirs.events).toEqual([]);
    });
  },
);

test('by reception, all of them', async () => {
  const before = await stateOfMaria();
  for (const name of Object.keys(attacks).filter((one) => !FOR_RECEPTION.test(one))) {
    expect([name, await leakOf('reception', name)]).toEqual([name, null]);
  }
  expect(await stateOfMaria()).toEqual(before);
});

test('the attacks that read are well-formed: Maria gets what they look for', async () => {
  const reading = Object.keys(attacks).filter((name) =>
    /^(read|count|find|list|embed|download|order)/.test(name),
  );
  for (const name of reading.filter((name) => name !== 'list the bucket')) {
    expect([name, await leakOf('Maria', name)]).not.toEqual([name, null]);
  }
});
