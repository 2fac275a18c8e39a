import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { healthRoutes } from './health.ts';

const TOKEN = 'a-token-for-prometheus';
const parts = {
  database: { query: async () => ({ rows: [], rowCount: 0 }) },
  store: { probe: async () => undefined },
  downFor: () => 0,
  metrics: { token: TOKEN, restarts: 3, addTo: () => undefined },
};

async function get(path: string, change: Partial<typeof parts> = {}, headers: Record<string, string> = {}) {
  const app = Fastify();
  await app.register(healthRoutes({ ...parts, ...change }));
  const answer = await app.inject({ path, headers });
  await app.close();
  return answer;
}

describe('/healthz', () => {
  test('answers 200 while PostgreSQL is up, or has been down for a short time', async () => {
    for (const downFor of [() => 0, () => 59_999]) {
      const answer = await get('/healthz', { downFor });
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { status: 'ok', version: expect.any(String) },
      ]);
    }
  });
  test('fails after PostgreSQL has been down for a minute, so that the service is restarted', async () => {
    const answer = await get('/healthz', { downFor: () => 60_000 });
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'down' }]);
    expect(answer.headers['retry-after']).toBe('5');
  });
});

describe('/readyz', () => {
  test('lists the failing dependencies', async () => {
    const probe = () => Promise.reject(new Error('no store'));
    const answer = await get('/readyz', { store: { probe } });
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'not ready', failing: ['store'] }]);
  });
});

describe('/metrics', () => {
  test('counts restarts', async () => {
    const answer = await get('/metrics', {}, { authorization: `Bearer ${TOKEN}` });
    expect(answer.body).toMatch(/^nutmeg_restarts_total 3$/m);
  });
  test.each([{}, { authorization: 'Bearer a-token-for-prometheu!' }])('rejects %j', async (headers) => {
    expect((await get('/metrics', {}, headers as Record<string, string>)).statusCode).toBe(401);
  });
});
