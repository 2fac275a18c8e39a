/** @module-tag faults-operate */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '#tests/support/server/portal.ts';
import { childEnvironment } from '#tests/support/server/server-process.ts';
import { createInstallation, type Installation } from '../embedded-server.ts';

/**
 * Every command in docs/operations.md must work. Each is run here against a started portal, in this order, or names
 * the file of tests that runs it. A new command in the manual fails until it has an entry.
 */
interface Run {
  /** Replacements for the placeholders in the command. */
  replace?: [string, string][];
  output: RegExp;
}

const CLIENT = 'rosa.nunez@mail.example';
const addresses = join(tmpdir(), `nutmeg-addresses-${process.pid}.csv`);
/** Replaces other disks: backups, exports, another store. */
const places = join(tmpdir(), `nutmeg-places-${process.pid}`);

const COMMANDS: Record<string, Run | string> = {
  'npm run portal -- version': { output: /^\d+\.\d+\.\d+\n$/ },
  'npm run portal -- migrate': { output: /^The database is up to date\.\n$/ },
  'npm run portal -- keys': { output: /sb_publishable_nutmeg/ },
  'npm run portal -- demo': { output: /shown only once/ },
  'npm run portal -- role <email> client|reception|admin|super': {
    replace: [
      ['<email>', CLIENT],
      ['client|reception|admin|super', 'admin'],
    ],
    output: /admin/,
  },
  'npm run portal -- factor reset <email>': { replace: [['<email>', CLIENT]], output: /rosa/ },
  'npm run portal -- legacy import <file.csv>': { replace: [['<file.csv>', addresses]], output: /\b2\b/ },
  'npm run portal -- import-clients clients.csv --dry-run --report report.csv': {
    replace: [
      ['clients.csv', `${places}/clients.csv`],
      ['report.csv', `${places}/report.csv`],
    ],
    output: /^Dry run, nothing was changed\. New: 1\. /m,
  },
  'npm run portal -- office export [file]': {
    replace: [['[file]', `${places}/facts.json`]],
    output: /^The office’s facts are in \S+facts\.json\.\n$/,
  },
  'npm run portal -- office import <file> --dry-run': {
    replace: [['<file>', `${places}/facts.json`]],
    output: /^Nothing differs\.\nNothing was changed \(--dry-run\)\.\n$/,
  },
  'npm run portal -- check': { output: /^Good +Database: / },
  'npm run portal -- backup /mnt/backup': {
    replace: [['/mnt/backup', `${places}/backup`]],
    output: /^Backup [\dTZ-]+: the database in /,
  },
  'npm run portal -- verify /mnt/backup': {
    replace: [['/mnt/backup', `${places}/backup`]],
    output: /^The backup [\dTZ-]+ is good\. /,
  },
  'npm run portal -- backup --logical /mnt/backup': {
    replace: [['/mnt/backup', `${places}/backup`]],
    output: /^Backup [\dTZ-]+: the database in /,
  },
  'npm run portal -- restore /mnt/backup': 'tests/faults/backup/backup.test.ts',
  'npm run portal -- verify': { output: /^No damage found: / },
  'npm run portal -- verify-signature FILE': 'tests/faults/signing.test.ts',
  'npm run portal -- export /srv/everything': {
    replace: [['/srv/everything', `${places}/everything`]],
    output: /^CAREFUL: This folder has Social Security numbers/m,
  },
  'npm run portal -- import supabase --database dump.sql --storage /srv/old-documents --report report.json':
    'tests/faults/operate/import.test.ts',
  'npm run portal -- move-store s3://bucket/prefix?endpoint=...': {
    replace: [['s3://bucket/prefix?endpoint=...', `file://${places}/store`]],
    output: /are in the new store now/,
  },
  'npm run portal -- move-store': 'tests/faults/operate/move-store.test.ts',
  'npm run portal -- keys sheet': { output: /^The recovery sheet for the key / },
  'npm run portal -- keys rotate signing': { output: /No one is logged out/ },
  'npm run portal -- keys rotate secret': { output: /^The new secret key is sb_secret_/ },
  'npm run portal -- keys rotate database': { output: /^The database has new passwords/ },
  'npm run portal -- keys rotate master': { output: /^The new encryption key is / },
  'npm run portal -- keys forget 3F2A-91C0': 'tests/faults/operate/keys.test.ts',
  'systemd-run --pipe --wait --collect --same-dir --uid=nutmeg -p EnvironmentFile=/etc/nutmeg.env -E DATA_DIR=/var/lib/nutmeg /srv/nutmeg/node_modules/.bin/node scripts/portal.mjs check':
    'server/operate/cli/main.test.ts',
  'NODE_OPTIONS=--import=file:///srv/otel/register.mjs npm start': 'scripts/process/supervise.test.ts',
  'npm start': 'tests/faults/operate/release.test.ts',
  // The same site as in the release test, so one of them builds it.
  'npm run build': { output: /^Built: \.build\/[0-9a-f]{16}$/m },
  'SERVICE_WORKER=off npm start': 'scripts/assets/service-worker.test.ts',
};

/** One command builds the site, if no other test has. */
const BUILD_TIMEOUT_MS = 600_000;

let installation: Installation;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-manual-'));
  await writeFile(addresses, 'email\none@mail.example\ntwo@mail.example\n');
  await mkdir(join(places, 'backup'), { recursive: true });
  await writeFile(join(places, 'clients.csv'), 'First Name,Last Name,Phone\nRosa,Ortiz,203-555-0142\n');
  installation = await createInstallation();
  await installation.startReady();
});
afterAll(async () => {
  await installation?.close();
  await rm(folder, { recursive: true, force: true });
  await rm(addresses, { force: true });
  await rm(places, { recursive: true, force: true });
});

/** The lines of shell blocks, and the npm commands in the text. */
function commandsOf(manual: string): string[] {
  const blocks = [...manual.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block ?? '');
  const lines = blocks
    .flatMap((block) => block.replaceAll(/ \\\n\s+/g, ' ').split('\n'))
    .map((line) => line.replace(/\s+#.*$/, '').trim());
  const inText = [
    ...manual.replace(/^```.*?^```$/gms, '').matchAll(/`([^`\n]*\bnpm (?:run|start)\b[^`\n]*)`/g),
  ];
  return [...new Set([...lines, ...inText.map(([, command]) => command ?? '')])].filter(Boolean);
}

test(
  'every command of the manual works',
  async () => {
    const manual = await readFile(join(root, 'docs/operations.md'), 'utf8');
    const found = commandsOf(manual);
    expect(Object.keys(COMMANDS).filter((command) => !found.includes(command))).toEqual([]);
    expect(
      found.filter((command) => !Object.hasOwn(COMMANDS, command)),
      'without an entry in COMMANDS',
    ).toEqual([]);
    for (const command of Object.keys(COMMANDS).filter((known) => found.includes(known))) {
      const entry = COMMANDS[command];
      if (typeof entry === 'object') await expectRuns(command, entry);
    }
  },
  BUILD_TIMEOUT_MS,
);

async function expectRuns(command: string, { replace = [], output }: Run): Promise<void> {
  const words = replace.reduce((text, [from, to]) => text.replace(from, to), command).split(' ');
  const [, , script, , ...args] = words;
  const env = childEnvironment({ HOME: folder, DATA_DIR: installation.dataDir });
  const { code, printed } = await new Promise<{ code: number; printed: string }>((resolve) => {
    execFile(
      process.execPath,
      [`scripts/${script}.mjs`, ...args],
      { cwd: root, env },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), printed: stdout + stderr }),
    );
  });
  expect({ command, code, printed }).toEqual({ command, code: 0, printed: expect.stringMatching(output) });
}
