import { beforeAll, expect, test } from 'vitest';
import { parseCsv } from '#domain/text/csv.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';

const portal = portalForFile();
let dana: Person;
let ana: Person;

beforeAll(async () => {
  const named = (first_name: string, last_name: string) => ({ data: { first_name, last_name } });
  dana = await createPerson(portal, { role: 'super', ...named('Dana', 'Lee') });
  ana = await createPerson(portal, named('=1+1', 'Gomez'));
  await portal.database.query(
    `insert into public.audit_log (at, actor_id, action, subject_id, details)
     select '2025-03-01T12:00:00Z'::timestamptz + n * interval '1 minute', $1, 'tax_form.revealed', $2,
       '{"field": "ssn", "year": 2024}'
     from generate_series(1, 5) n`,
    [dana.id, ana.id],
  );
  await portal.database.query(
    `insert into public.document_events (at, owner_id, actor_id, actor_name, actor_role, action, document_id, path)
     select '2025-03-01T12:00:30Z'::timestamptz + n * interval '1 minute', $1, $2, 'Dana Lee', 'super', 'opened',
       gen_random_uuid(), '2024/w2_' || n || '.pdf'
     from generate_series(1, 5) n`,
    [ana.id, dana.id],
  );
});

const DAY = { since: '2025-03-01T00:00:00Z', until: '2025-03-02T00:00:00Z' };
type Entry = { source: string; id: number; at: string; action: string };

async function log(filters: object, person = dana): Promise<Entry[]> {
  const { data, error } = await person.client.rpc('office_log', filters);
  if (error) throw error;
  return data;
}

test('merges both logs, newest first, with names', async () => {
  const entries = await log({ person: ana.id, ...DAY });
  expect(entries.map(({ action }) => action)).toEqual(
    Array(5).fill(['document.opened', 'tax_form.revealed']).flat(),
  );
  expect(entries[1]).toMatchObject({
    actor_name: 'Dana Lee',
    subject_name: '=1+1 Gomez',
    details: { field: 'ssn', year: 2024 },
  });
});

test.each([1, 3, 4])('in pages of %i, each entry occurs once', async (page_size) => {
  const seen: string[] = [];
  let before = {};
  for (;;) {
    const page = await log({ ...DAY, page_size, ...before });
    seen.push(...page.map(({ source, id }) => `${source} ${id}`));
    const last = page.at(-1);
    if (!last || page.length < page_size) break;
    before = { before_at: last.at, before_source: last.source, before_id: last.id };
  }
  expect(seen).toHaveLength(10);
  expect(new Set(seen).size).toBe(10);
});

test('finds a document without its accents', async () => {
  await portal.database.query(
    `insert into public.document_events (at, owner_id, actor_id, actor_name, actor_role, action, document_id, path)
     values ('2025-02-01T12:00:00Z', $1, $2, 'Dana Lee', 'super', 'opened', gen_random_uuid(), '2024/Nómina.pdf')`,
    [ana.id, dana.id],
  );
  const month = { since: '2025-02-01T00:00:00Z', until: '2025-03-01T00:00:00Z' };
  for (const document of ['nomina', 'NÓMINA', 'nómina.pdf']) {
    expect([document, (await log({ ...month, document })).length]).toEqual([document, 1]);
  }
  expect(await log({ ...month, document: 'nómina.png' })).toEqual([]);
  expect(await log({ ...DAY, document: 'W2_3' })).toHaveLength(1);
  expect(await log({ ...DAY, document: 'ẁ2_3' })).toHaveLength(1);
});

test('filters by kind, document and time; wildcards are literal', async () => {
  expect(await log({ ...DAY, actions: ['tax_form.revealed'] })).toHaveLength(5);
  expect(await log({ ...DAY, actions: ['document.opened', 'mail.resent'] })).toHaveLength(5);
  expect(await log({ ...DAY, document: 'W2_3' })).toHaveLength(1);
  expect(await log({ ...DAY, document: 'w2%3' })).toHaveLength(0);
  expect(await log({ since: '2025-03-01T12:05:00Z', until: '2025-03-01T12:05:30Z' })).toHaveLength(1);
  expect(await log({ person: '00000000-0000-4000-8000-000000000000' })).toEqual([]);
});

async function exported(person: Person, body: object): Promise<Response> {
  const { data } = await person.client.auth.getSession();
  return fetch(`${portal.url}/functions/v1/log-export`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${data.session?.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
}

test('an export has all entries without formulas, and is logged', async () => {
  const response = await exported(dana, { kind: 'forms', ...DAY });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [head, ...rows] = parseCsv(await response.text());
  expect(head?.cells[1]).toBe('What');
  expect(rows).toHaveLength(5);
  expect(rows[0]?.cells.slice(0, 3)).toEqual([
    '2025-03-01T12:05:00.000000Z',
    'Dana Lee revealed the SSN of =1+1 Gomez (2024)',
    'tax_form.revealed',
  ]);
  expect(rows[0]?.cells[5]).toBe("'=1+1 Gomez");
  const [noted] = await portal.database.query(
    `select actor_id, details from public.audit_log where action = 'office.log_exported'`,
  );
  expect(noted).toEqual({ actor_id: dana.id, details: { kind: 'forms', ...DAY } });
});

test('exports more than a page', async () => {
  await portal.database.query(
    `insert into public.audit_log (at, action)
     select '2024-01-01T00:00:00Z'::timestamptz + n * interval '1 ms', 'mail.resent' from generate_series(1, 2500) n`,
  );
  const response = await exported(dana, { kind: 'mails', until: '2024-02-01T00:00:00Z' });
  const rows = parseCsv(await response.text());
  expect(rows).toHaveLength(2501);
  expect(new Set(rows.map(({ cells }) => cells[0])).size).toBe(2501);
});

test('is for super users only', async () => {
  for (const role of ['admin', 'client'] as const) {
    const person = await createPerson(portal, { role });
    expect((await exported(person, {})).status).toBe(403);
    expect((await person.client.rpc('office_log')).error?.code).toBe('42501');
  }
  const visitor = await fetch(`${portal.url}/functions/v1/log-export`, { method: 'POST', body: '{}' });
  expect(visitor.status).toBe(401);
  expect((await exported(dana, { kind: 'toString' })).status).toBe(400);
  expect((await exported(dana, { person: 'x' })).status).toBe(400);
});
