import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Email } from 'postal-mime';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { eventually, freePort, root } from '#tests/support/server/portal.ts';
import { newestMailTo } from '#tests/support/services/outbox.ts';

/** What a test in the browser knows of the product: what its owner knows. */
export interface StartedPortal {
  url: string;
  dataDir: string;
  /** The settings with which it runs, for the command line. */
  env: Record<string, string>;
}

declare module 'vitest' {
  interface ProvidedContext {
    portal: StartedPortal;
  }
}

/** A first start may have to build the site and to unpack PostgreSQL. */
const startPatience = 180_000;

/** Once per run: the product as `npm start` starts it, on a fresh folder, with PostgreSQL of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nutmeg-e2e-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = { DATA_DIR: dataDir, PORT: String(port), SITE_URL: url, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  let printed = '';
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, ...env },
  });
  child.stdout.on('data', (chunk) => (printed += chunk));
  child.stderr.on('data', (chunk) => (printed += chunk));

  const stop = async () => {
    await end(child);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}:\n${printed}`);
      return fetch(`${url}/readyz`).then(
        (response) => response.ok,
        () => false,
      );
    }, startPatience);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('portal', { url, dataDir, env });
  return stop;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Waits for the newest mail to an address that meets the condition. */
export async function mailTo(
  address: string,
  condition: (mail: Email) => boolean = () => true,
): Promise<Email> {
  const outbox = join(inject('portal').dataDir, 'outbox');
  return eventually(() => newestMailTo(outbox, address, condition));
}

/** The link that a mail asks its reader to press. */
export function linkIn(mail: Email): string {
  const link = mail.text?.match(/https?:\/\/\S*\/auth\/v1\/verify\S*/)?.[0];
  if (!link) throw new Error(`no link in the mail "${mail.subject}"`);
  return link;
}

/** The eight digits in an email. */
export function codeIn(mail: Email): string {
  const code = mail.text?.match(/^\s*(\d{8})\s*$/m)?.[1];
  if (!code) throw new Error(`no code in the mail "${mail.subject}"`);
  return code;
}

/** As the owner does it: `npm run portal -- role <email> <role>`. */
export async function giveRoleByCommand(email: string, role: 'client' | 'admin' | 'super'): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/portal.mjs', 'role', email, role], {
    cwd: root,
    env: { ...process.env, ...inject('portal').env },
  });
}
