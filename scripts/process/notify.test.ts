import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNotifier } from './notify.mjs';

let folder: string;
let env: Record<string, string>;
/** A fake `systemd-notify` that records its arguments. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-notify-'));
  await writeFile(
    join(folder, 'systemd-notify'),
    `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> "${folder}/sent"\n`,
  );
  await chmod(join(folder, 'systemd-notify'), 0o755);
  env = { PATH: `${folder}:/usr/bin:/bin`, NOTIFY_SOCKET: '/run/notify' };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const sent = async () =>
  (await readFile(join(folder, 'sent'), 'utf8').catch(() => '')).split('\n').filter(Boolean);
const pings = async () => (await sent()).filter((line) => line === '/run/notify WATCHDOG=1').length;

test('reports when the server is ready, and when it stops', async () => {
  const systemd = createNotifier(env);
  systemd.ready();
  await expect.poll(sent).toEqual(['/run/notify READY=1']);
  systemd.stopping();
  await expect.poll(async () => (await sent()).at(-1)).toBe('/run/notify STOPPING=1');
  expect(await pings()).toBe(0);
});

test('pings while the server is alive or restarting, and not while it hangs', async () => {
  const systemd = createNotifier({ ...env, WATCHDOG_USEC: '40000' }, { silenceMs: 0 });
  // It is starting.
  await expect.poll(pings).toBeGreaterThan(1);
  systemd.ready();
  await expect.poll(async () => (await sent()).some((line) => line.endsWith(' READY=1'))).toBe(true);
  // It hangs: pending pings arrive, then no more.
  let before = -1;
  await expect
    .poll(
      async () => {
        const same = before === (await sent()).length;
        before = (await sent()).length;
        return same;
      },
      { interval: 200 },
    )
    .toBe(true);
  const silent = await pings();
  systemd.gone();
  await expect.poll(pings).toBeGreaterThan(silent);
  systemd.stopping();
  // A ping that was sent before may arrive after it.
  await expect.poll(sent).toContain('/run/notify STOPPING=1');
});

test('sends nothing without systemd', async () => {
  const systemd = createNotifier({ PATH: env.PATH, WATCHDOG_USEC: '40000' });
  systemd.ready();
  systemd.stopping();
  expect(await sent()).toEqual([]);
});
