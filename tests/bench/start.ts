import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#tests/support/waiting.ts';
import { percentile } from './bench-portal.ts';
import { MEGABYTE } from './transfer.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ROUNDS = 5;
const GOALS = { warm: 1_500, first: 6_000, supervisor: 60 * MEGABYTE };

/** From `node scripts/start.mjs`, with everything installed and built, until the portal is ready; and the supervisor's memory. */
export async function start(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-bench-'));
  try {
    // Builds the site if need be, and compiles the modules.
    await measure(join(folder, 'warm'));
    const first = await repeat((round) => measure(join(folder, `new-${round}`)));
    const warm = await repeat(() => measure(join(folder, 'warm')));
    const line = (name: string, value: number, goal: number, unit: string) =>
      `  ${name.padEnd(44)}${Math.round(value)} ${unit} (at most ${goal}: ${value <= goal ? 'kept' : 'NOT KEPT'})\n`;
    const memory = Math.max(...warm.map(({ supervisor }) => supervisor)) / MEGABYTE;
    process.stdout.write(
      [
        `From start to ready, medians of ${ROUNDS}\n`,
        line('with a new database', medianTime(first), GOALS.first, 'ms'),
        line('with an existing one', medianTime(warm), GOALS.warm, 'ms'),
        line('the supervisor, shared pages by share', memory, GOALS.supervisor / MEGABYTE, 'MB'),
        '\n',
      ].join(''),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Started {
  milliseconds: number;
  /** In bytes. */
  supervisor: number;
}

const medianTime = (rounds: readonly Started[]) =>
  percentile(
    rounds.map(({ milliseconds }) => milliseconds),
    0.5,
  );

async function repeat(work: (round: number) => Promise<Started>): Promise<Started[]> {
  const rounds: Started[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await work(round));
  return rounds;
}

async function measure(dataDir: string): Promise<Started> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), SITE_URL: `http://localhost:${port}`, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error('the portal did not start');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const milliseconds = performance.now() - began;
  const supervisor = proportionalMemory(child.pid ?? 0);
  child.kill('SIGTERM');
  await ended;
  return { milliseconds, supervisor };
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** The Pss of a process, in bytes: pages that it shares with others count by share. Linux only. */
function proportionalMemory(pid: number): number {
  const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
