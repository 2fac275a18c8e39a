import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../support/server/portal.ts';
import { emptyDataDir } from '../support/server/prepared-data-dir.ts';
import { createInstallation, type Installation, isAlive, isReady, killTree } from './embedded-server.ts';

let installation: Installation;
afterEach(() => installation.close());

async function proofIsThere(): Promise<boolean> {
  return (await installation.query('select word from proof')).length === 1;
}

async function leaveProof(): Promise<void> {
  await installation.query(`create table proof (word text); insert into proof values ('kept')`);
}

test('rejects a second server on the same data folder without disturbing the first', {
  tags: ['faults-operate'],
}, async () => {
  installation = await createInstallation();
  const first = await installation.startReady();
  const second = installation.start({ PORT: '0' });
  // `npm start` tries again: a command may have the folder for a moment.
  expect(await second.exited()).toBe(75);
  await expect.poll(second.output).toContain(`process ${first.child.pid}`);
  await expect.poll(second.output).toContain(installation.dataDir);
  expect(second.output()).not.toContain('    at ');
  expect(await isReady(first)).toBe(true);
});

test('exactly one of many servers that start at once on one folder succeeds', {
  tags: ['faults-operate'],
}, async () => {
  installation = await createInstallation({ dataDir: await emptyDataDir() });
  const servers = Array.from({ length: 5 }, () => installation.start({ PORT: '0' }));
  const outcomes = await Promise.all(
    servers.map((server) =>
      Promise.race([
        server.exited().then(() => 'refused'),
        eventually(async () => server.output().includes('is ready'), 60_000).then(() => 'ready'),
      ]),
    ),
  );
  expect(outcomes.toSorted()).toEqual(['ready', 'refused', 'refused', 'refused', 'refused']);
});

test('on SIGTERM to the whole group, what has begun is answered, then PostgreSQL stops', () =>
  stopsWith('SIGTERM'));

test('on SIGINT to the whole group, the same', { tags: ['faults-operate'] }, () => stopsWith('SIGINT'));

async function stopsWith(signal: NodeJS.Signals): Promise<void> {
  installation = await createInstallation();
  const server = await installation.startReady();
  const postmaster = await installation.postmasterPid();

  const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong-password' });
  const slow = request(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  });
  const answered = once(slow, 'response');
  slow.write(body.slice(0, 10));
  await once(slow, 'socket').then(([socket]) => socket.connecting && once(socket, 'connect'));
  // The server has accepted the connection once it answers a later one.
  await fetch(`${server.url}/healthz`);

  process.kill(-(server.child.pid ?? 0), signal);
  await eventually(async () => !(await isReady(server)));
  expect(isAlive(postmaster)).toBe(true);
  slow.end(body.slice(10));
  const [response] = await answered;
  expect(response.statusCode).toBe(400);
  response.resume();

  expect(await server.exited()).toBe(0);
  expect(isAlive(postmaster)).toBe(false);
  expect(existsSync(join(installation.dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
}

test.each([
  ['SIGTERM', 'SIGTERM'],
  ['SIGINT', 'SIGINT'],
] as const)(
  '%s that arrives twice stops as cleanly as once',
  { tags: ['faults-operate'] },
  async (...signals) => {
    installation = await createInstallation();
    const server = await installation.startReady();
    const postmaster = await installation.postmasterPid();
    for (const signal of signals) process.kill(-(server.child.pid ?? 0), signal);
    expect(await server.exited()).toBe(0);
    expect(isAlive(postmaster)).toBe(false);
  },
);

test('a second Ctrl-C stops at once, and stops PostgreSQL too', { tags: ['faults-operate'] }, async () => {
  installation = await createInstallation();
  const server = await installation.startReady();
  const postmaster = await installation.postmasterPid();
  const slow = request(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 100 },
  });
  const cut = once(slow, 'error');
  slow.write('{');
  await once(slow, 'socket').then(([socket]) => socket.connecting && once(socket, 'connect'));
  await fetch(`${server.url}/healthz`);
  const pressed = performance.now();
  server.child.kill('SIGINT');
  await eventually(async () => performance.now() - pressed > 1_100);
  server.child.kill('SIGINT');
  expect(await server.exited()).toBe(130);
  await cut;
  expect(isAlive(postmaster)).toBe(false);
});

test('the server survives a log that can’t be written', { tags: ['faults-operate'] }, async () => {
  installation = await createInstallation();
  const server = await installation.startReady();
  server.child.stdout?.destroy();
  server.child.stderr?.destroy();
  process.kill(await installation.postmasterPid(), 'SIGKILL');
  await eventually(async () => !(await isReady(server)), 60_000);
  await eventually(async () => isReady(server), 60_000);
  server.child.kill('SIGTERM');
  expect(await server.exited()).toBe(0);
});

test('after kill -9 of the server alone, the next start takes over the running PostgreSQL', {
  tags: ['faults-operate'],
}, async () => {
  installation = await createInstallation();
  const server = await installation.startReady();
  await leaveProof();
  const postmaster = await installation.postmasterPid();
  server.child.kill('SIGKILL');
  await server.exited();
  expect(isAlive(postmaster)).toBe(true);

  await installation.startReady();
  expect(isAlive(postmaster)).toBe(false);
  expect(await proofIsThere()).toBe(true);
});

test('after kill -9 of everything, the next start recovers', () => killEverything(1));

test(
  'after kill -9 of everything, several times, the next start recovers',
  { tags: ['faults-operate'] },
  () => killEverything(3),
);

async function killEverything(rounds: number): Promise<void> {
  installation = await createInstallation();
  for (let round = 0; round < rounds; round++) {
    const server = await installation.startReady();
    if (round === 0) await leaveProof();
    else expect(await proofIsThere()).toBe(true);
    const postmaster = await installation.postmasterPid();
    server.child.kill('SIGKILL');
    await killTree(postmaster);
    await server.exited();
  }
  await installation.startReady();
  expect(await proofIsThere()).toBe(true);
}

test('completes a first start that was killed while it created the database', {
  tags: ['faults-operate'],
}, async () => {
  installation = await createInstallation({ dataDir: await emptyDataDir() });
  const around = join(installation.dataDir, 'postgres');
  const attempts = async () =>
    (await readdir(around).catch(() => [])).filter((name) => name.startsWith('cluster.new-'));
  const server = installation.start();
  await eventually(async () => {
    const folder = (await attempts()).find((name) => !name.endsWith('.password'));
    return folder !== undefined && existsSync(join(around, folder, 'global'));
  });
  server.child.kill('SIGKILL');
  await server.exited();
  const next = await installation.startReady();
  await leaveProof();
  expect(await proofIsThere()).toBe(true);

  // The killed server's attempt may still be written to; a later start removes it.
  next.child.kill('SIGTERM');
  await next.exited();
  await eventually(async () => {
    const later = await installation.startReady();
    later.child.kill('SIGTERM');
    await later.exited();
    return (await attempts()).length === 0;
  }, 60_000);
});

test('the server restarts a killed PostgreSQL and continues', { tags: ['faults-operate'] }, async () => {
  installation = await createInstallation();
  const server = await installation.startReady();
  await leaveProof();
  const postmaster = await installation.postmasterPid();
  process.kill(postmaster, 'SIGKILL');
  // Recovery is slow on a busy machine.
  const timeoutMs = 60_000;
  await eventually(
    async () => (await installation.postmasterPid().catch(() => postmaster)) !== postmaster,
    timeoutMs,
  );
  await eventually(async () => isReady(server), timeoutMs);
  expect(await proofIsThere()).toBe(true);
});

test('a wrong configuration lists all problems and starts nothing', {
  tags: ['faults-operate'],
}, async () => {
  installation = await createInstallation();
  const fresh = join(installation.dataDir, 'never-made');
  const server = installation.start({
    DATA_DIR: fresh,
    PORT: 'front-door',
    SMTP_URL: 'carrier-pigeon',
    LOG_LEVEL: 'loud',
    ENCRYPTION_KEY: 'short',
  });
  expect(await server.exited()).toBe(1);
  for (const name of ['PORT', 'SMTP_URL', 'LOG_LEVEL', 'ENCRYPTION_KEY']) {
    await expect.poll(server.output).toMatch(new RegExp(`- ${name}: must be`));
  }
  expect(existsSync(fresh)).toBe(false);
});

test('reports a port in use, and stops PostgreSQL', { tags: ['faults-operate'] }, async () => {
  installation = await createInstallation();
  const first = await installation.startReady();
  const other = await createInstallation();
  try {
    const second = other.start({ PORT: String(first.port) });
    expect(await second.exited()).toBe(1);
    await expect.poll(second.output).toContain(`port ${first.port} is in use`);
    expect(existsSync(join(other.dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
  } finally {
    await other.close();
  }
});

test("PostgreSQL's log contains no statements and no rows", { tags: ['faults-operate'] }, async () => {
  installation = await createInstallation();
  await installation.startReady();
  await installation.query('create table secret (ssn text unique)');
  await installation.query(`insert into secret values ('078-05-1120')`);
  await expect(installation.query(`insert into secret values ('078-05-1120')`)).rejects.toThrow(
    'duplicate key',
  );
  expect(await readFile(join(installation.dataDir, 'postgres/postgres.log'), 'utf8')).not.toContain('078-05');
});

test('npm start passes signals to the server and does not leave it running', {
  tags: ['faults-operate'],
}, async () => {
  installation = await createInstallation({ program: ['scripts/start.mjs'] });
  const polite = await installation.startReady();
  polite.child.kill('SIGTERM');
  expect(await polite.exited()).toBe(0);
  expect(existsSync(join(installation.dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);

  const rude = await installation.startReady();
  const postmaster = await installation.postmasterPid();
  rude.child.kill('SIGKILL');
  await eventually(async () => !isAlive(postmaster));
});
