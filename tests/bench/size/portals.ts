import { WebSocket } from 'ws';
import type { Person } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY } from '#tests/support/server/keys.ts';
import { DOCUMENTS, inParallel, percentile, watchMemory, withPortal } from '../bench-portal.ts';
import { MEGABYTE } from '../transfer.ts';

const PORTALS = 500;
const PER_SECOND = 50;
const SECONDS = 60;
const WARM_UP_SECONDS = 15;
/** The most that a request may take at p99. */
const LIMIT_MS = 250;
/** The allowed growth of memory under load. */
const FLAT = 64 * MEGABYTE;
const HEARTBEAT_MS = 25_000;
/** How long to wait for updates after the last upload. */
const LAST_UPDATE_MS = 10_000;
/** What /account listens to. */
const TABLES = ['file_uploads', 'checklist_items', 'tax_returns'];
const PAPER = Buffer.alloc(1_000, 'p');

type Signed = Person & { headers: Record<string, string> };

/** 500 clients with an open portal, and 50 requests per second: reads, lists, and uploads that update the portals. */
export async function portals(): Promise<void> {
  await withPortal(async ({ server, person }) => {
    const people: Signed[] = [];
    await inParallel(PORTALS, 4, async () => void people.push(await person()));
    const delays: number[] = [];
    const opened = await Promise.all(
      people.map((one) => open(server.url, one, (delay) => delays.push(delay))),
    );

    const warmUp = await load(server.url, people, WARM_UP_SECONDS);
    await told(delays, warmUp.uploads);
    delays.length = 0;
    const memory = await watchMemory(server.url);
    const { times, uploads } = await load(server.url, people, SECONDS);
    await told(delays, uploads);
    const peak = await memory.peak();
    const end = await watchMemory(server.url);
    await end.peak();
    for (const socket of opened) socket.close();

    const p99 = percentile(times, 0.99);
    const line = (name: string, all: number[]) =>
      `  ${name.padEnd(28)} p50 ${percentile(all, 0.5).toFixed(1)} ms   p95 ${percentile(all, 0.95).toFixed(1)} ms   p99 ${percentile(all, 0.99).toFixed(1)} ms`;
    const megabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;
    process.stdout.write(
      [
        `${PORTALS} open portals with ${PORTALS * TABLES.length} subscriptions, ${PER_SECOND} requests per second for ${SECONDS} s`,
        `${line(`${times.length} requests`, times)}   limit ${LIMIT_MS} ms: ${p99 <= LIMIT_MS ? 'kept' : 'EXCEEDED'}`,
        line(`${delays.length} live updates`, delays),
        `  of ${uploads} uploads ${delays.length === uploads ? 'each was told once' : `${delays.length} WERE TOLD`}`,
        `  the server's memory (RSS): ${megabytes(memory.before)} at the start, ${megabytes(peak)} at most, ${megabytes(end.before)} at the end: ${peak - memory.before <= FLAT ? 'flat' : 'NOT FLAT'}`,
        '',
        '',
      ].join('\n'),
    );
  });
}

/** Waits until the portals know of all uploads. */
async function told(delays: readonly number[], uploads: number): Promise<void> {
  const deadline = Date.now() + LAST_UPDATE_MS;
  while (delays.length < uploads && Date.now() < deadline) await new Promise((done) => setTimeout(done, 50));
}

/** A portal of a client: joins as supabase-js does. Resolves when it is subscribed. */
function open(url: string, { id, headers }: Signed, onUpdate: (delayMs: number) => void): Promise<WebSocket> {
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${PUBLISHABLE_KEY}&vsn=1.0.0`;
  const socket = new WebSocket(address);
  const token = (headers.authorization ?? '').replace('Bearer ', '');
  const send = (topic: string, event: string, payload: object) =>
    socket.send(JSON.stringify({ topic, event, payload, ref: topic, join_ref: topic }));
  const heartbeat = setInterval(() => send('phoenix', 'heartbeat', {}), HEARTBEAT_MS);
  socket.on('close', () => clearInterval(heartbeat));
  return new Promise((resolve, reject) => {
    const waiting = new Set(TABLES.map((table) => `realtime:${table}`));
    socket.on('error', reject);
    socket.on('open', () => {
      for (const table of TABLES) {
        const changes = [{ event: '*', schema: 'public', table, filter: `user_id=eq.${id}` }];
        send(`realtime:${table}`, 'phx_join', { config: { postgres_changes: changes }, access_token: token });
      }
    });
    socket.on('message', (text) => {
      const { topic, event, payload } = JSON.parse(String(text));
      if (event === 'postgres_changes') onUpdate(Date.now() - Date.parse(payload.data.commit_timestamp));
      if (event !== 'system' && payload.status !== 'error') return;
      if (payload.status === 'error') reject(new Error(JSON.stringify(payload)));
      waiting.delete(topic);
      if (waiting.size === 0) resolve(socket);
    });
  });
}

/** Starts a request every 20 ms, whether the others have been answered or not. */
async function load(url: string, people: readonly Signed[], seconds: number) {
  const times: number[] = [];
  let uploads = 0;
  const running: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; n < seconds * PER_SECOND; n++) {
    const due = began + (n * 1000) / PER_SECOND;
    await new Promise((done) => setTimeout(done, Math.max(0, due - performance.now())));
    const one = people[Math.floor(Math.random() * people.length)];
    if (!one) continue;
    const { path, ...request } = requestOf(n, one);
    if (request.method === 'POST' && request.body === PAPER) uploads++;
    running.push(
      fetch(url + path, request).then(async (response) => {
        const text = await response.text();
        if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${text}`);
        times.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(running);
  return { times, uploads };
}

let papers = 0;

/** One upload in five requests. */
function requestOf(n: number, { id, headers: authorization }: Signed) {
  const headers = { ...authorization, apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' };
  const own = `user_id=eq.${id}`;
  const uploaded = `/storage/v1/object/${DOCUMENTS}/${id}/2026/paper ${++papers}.txt`;
  const requests = [
    { method: 'GET', path: `/rest/v1/user_profiles?select=*&${own}` },
    { method: 'GET', path: `/rest/v1/file_uploads?select=*&${own}&order=uploaded_at.desc&limit=1000` },
    {
      method: 'POST',
      path: '/rest/v1/rpc/list_folder',
      body: JSON.stringify({ owner: id }),
    },
    { method: 'GET', path: `/rest/v1/tax_returns?select=*&${own}` },
    { method: 'POST', path: uploaded, body: PAPER, headers: { ...headers, 'content-type': 'text/plain' } },
  ];
  return { headers, ...(requests[n % requests.length] ?? requests[0]) } as RequestInit & {
    path: string;
  };
}
