import type pg from 'pg';
import { withPortal } from './bench-portal.ts';

const CLIENTS = 100_000;
const FILES_EACH = 10;
const ROUNDS = 40;
const PAGE = 100;
const PUBLISHABLE_KEY = 'sb_publishable_nutmeg';
const LIST_COLUMNS = 'user_id,email,first_name,last_name,phone,role,created_at';
/** The size limit of the first request of the list. */
const LIST_LIMIT = 50 * 1024;
const YEAR = 2026;

/** /manage with 100,000 clients and a million files: the time of each request. */
export async function clients(): Promise<void> {
  await withPortal(async ({ server, pool, person }) => {
    const { headers } = await person({ role: 'admin' });
    const ask = createClient(server.url, headers);
    const filled = performance.now();
    await fill(pool);
    const lines = [
      `/manage with ${CLIENTS} clients and ${CLIENTS * FILES_EACH} files (filled in ${Math.round((performance.now() - filled) / 1000)} s), ${ROUNDS} requests each`,
    ];
    for (const [name, request] of Object.entries(requests))
      lines.push(await measure(name, () => ask(request())));
    const first = await ask(requests['first page, with the number of all']?.() ?? '');
    lines.push(
      `the first list request is ${first.bytes} bytes (limit ${LIST_LIMIT}: ${first.bytes < LIST_LIMIT ? 'kept' : 'EXCEEDED'})`,
    );
    process.stdout.write(`${lines.join('\n')}\n\n`);
  });
}

const anyone = () => Math.floor(Math.random() * CLIENTS) + 1;
const list = (more: string) =>
  `/rest/v1/rpc/list_clients?select=${LIST_COLUMNS}&limit=${PAGE}&list_year=${YEAR}${more}`;

const requests: Record<string, () => string> = {
  'first page, with the number of all': () => list('#count'),
  'a page in the middle': () => list(`&offset=${Math.floor(CLIENTS / 2 / PAGE) * PAGE}`),
  'the last page': () => list(`&offset=${CLIENTS - PAGE}`),
  'search by a whole name, counted': () =>
    list(`&term=${encodeURIComponent(`Maria${anyone()} Lopez`)}#count`),
  'search by the beginning of an address, counted': () => list(`&term=person${anyone()}@#count`),
  'search by two letters, counted': () => list('&term=ma#count'),
  'search in vain, counted': () => list(`&term=zzz${anyone()}#count`),
  'with new files, counted': () => list('&new_files_since=2020-01-01#count'),
  'without a form, counted': () => list('&has_form=false#count'),
  'waiting for documents, counted': () => list('&return_status=waiting_for_documents#count'),
};

interface Answer {
  milliseconds: number;
  bytes: number;
}

function createClient(url: string, headers: Record<string, string>) {
  return async (request: string): Promise<Answer> => {
    const [path, wish] = request.split('#');
    const began = performance.now();
    const response = await fetch(url + path, {
      headers: {
        apikey: PUBLISHABLE_KEY,
        ...headers,
        ...(wish === 'count' ? { prefer: 'count=exact' } : {}),
      },
    });
    const body = await response.arrayBuffer();
    if (!response.ok) throw new Error(`${response.status}: ${Buffer.from(body).toString()}`);
    return { milliseconds: performance.now() - began, bytes: body.byteLength };
  };
}

async function measure(name: string, ask: () => Promise<Answer>): Promise<string> {
  await ask();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push((await ask()).milliseconds);
  times.sort((a, b) => a - b);
  const at = (part: number) => (times[Math.ceil(part * ROUNDS) - 1] ?? 0).toFixed(1).padStart(7);
  return `${name.padEnd(48)} p50 ${at(0.5)} ms   p95 ${at(0.95)} ms`;
}

const filledTables = [
  'auth.users',
  'public.user_profiles',
  'public.file_uploads',
  'public.tax_forms',
  'public.tax_returns',
];

/** Inserted without triggers: a million uploads would take a day. */
async function fill(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // Each file needs an object, but nothing reads it here.
    await client.query('alter table public.file_uploads drop constraint file_uploads_id_fkey');
    for (const table of filledTables) await client.query(`alter table ${table} disable trigger user`);
    await client.query(
      `insert into auth.users (id, email, email_confirmed_at)
       select ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, 'person' || i || '@example.com', now()
       from generate_series(1, ${CLIENTS}) as i`,
    );
    await client.query(
      `insert into public.user_profiles (user_id, email, first_name, last_name, phone, created_at)
       select ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, 'person' || i || '@example.com',
         (array['Maria', 'Rosa', 'John', 'Li', 'Dana', 'Ahmed', 'Olga'])[i % 7 + 1] || i,
         (array['Lopez', 'Núñez', 'Smith', 'Wang', 'Reyes', 'Khan', 'Ivanova', 'Brown'])[i % 8 + 1],
         '+1203555' || lpad((i % 10000)::text, 4, '0'), now() - make_interval(secs => i)
       from generate_series(1, ${CLIENTS}) as i`,
    );
    await client.query(
      `insert into public.file_uploads
         (id, user_id, uploaded_by, file_name, file_path, file_size, year, uploaded_at, download_count)
       select gen_random_uuid(), u.id, u.id, 'paper ' || n || '.pdf', u.id || '/paper ' || n || '.pdf', 100000, ${YEAR},
         now() - make_interval(hours => (i * n) % 3000), case when (i + n) % 50 = 0 then 0 else 1 end
       from generate_series(1, ${CLIENTS}) as i
       cross join generate_series(1, ${FILES_EACH}) as n
       cross join lateral (select ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid as id) as u`,
    );
    await client.query(
      `insert into public.tax_forms (user_id, year, form_data)
       select user_id, ${YEAR}, '{}' from public.user_profiles where phone like '%3'`,
    );
    await client.query(
      `insert into public.tax_returns (user_id, year, kind, status)
       select user_id, ${YEAR}, 'personal',
         (array['documents_received', 'in_preparation', 'waiting_for_documents', 'accepted'])[length(first_name) % 4 + 1]
       from public.user_profiles where phone like '%3'`,
    );
    for (const table of filledTables) await client.query(`alter table ${table} enable trigger user`);
    await client.query('analyze');
  } finally {
    client.release();
  }
}
