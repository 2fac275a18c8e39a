import { chmod, copyFile, mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from './setup.mjs';

let clone: string;
beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'nutmeg-clone-'));
  for (const folder of ['scripts/process', 'programs']) await mkdir(join(clone, folder), { recursive: true });
  for (const name of ['setup.mjs', 'process/lock.mjs', 'process/memory.mjs']) {
    await copyFile(join(import.meta.dirname, name), join(clone, 'scripts', name));
  }
  await writeFile(join(clone, 'package.json'), '{"optionalDependencies":{"node-here":"1.0.0"}}');
  await writeFile(
    join(clone, 'package-lock.json'),
    '{"packages":{"":{},"node_modules/node-here":{"version":"1.0.0"}}}',
  );
  // Simulates an npm that installs the packages without links to their programs, as npm 10 does.
  const npm = join(clone, 'programs', 'npm');
  await writeFile(
    npm,
    `#!/bin/sh
echo "$@" >> npm.log
mkdir -p node_modules/node-here/bin
echo '{"bin":{"node":"bin/node"}}' > node_modules/node-here/package.json
printf '#!/bin/sh\\n' > node_modules/node-here/bin/node
echo '{"packages":{"node_modules/node-here":{"version":"1.0.0"}}}' > node_modules/.package-lock.json
`,
  );
  await chmod(npm, 0o755);
});
afterEach(() => rm(clone, { recursive: true, force: true }));

const environment = (home: string) => ({
  HOME: home,
  PATH: [join(clone, 'programs'), '/usr/bin', '/bin'].join(delimiter),
});
const install = (home: string) =>
  run(process.execPath, ['--eval', `import('./scripts/setup.mjs').then((s) => s.ensureInstalled())`], {
    cwd: clone,
    capture: true,
    env: environment(home),
  });

test('one of two concurrent starts installs the packages, without install scripts, and links Node', async () => {
  const ended = await Promise.all([install(clone), install(clone)]);
  expect(ended.map(({ code }) => code)).toEqual([0, 0]);
  const calls = (await readFile(join(clone, 'npm.log'), 'utf8')).trim().split('\n');
  expect(calls).toEqual([expect.stringMatching(/^ci --ignore-scripts /)]);
  expect(await readlink(join(clone, 'node_modules/.bin/node'))).toBe('../node-here/bin/node');
});

test('installs without a cache if the home folder is read-only', async () => {
  await writeFile(join(clone, 'a file'), '');
  expect(await install(join(clone, 'a file'))).toMatchObject({ code: 0 });
  expect(await readFile(join(clone, 'npm.log'), 'utf8')).toMatch(/--cache \S*nutmeg-npm-/);
});

test('installs a release without tools until they are needed', async () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/node-here': { version: '1.0.0' },
      'node_modules/tool': { version: '1.0.0', dev: true },
    },
  };
  await writeFile(join(clone, 'package-lock.json'), JSON.stringify(lock));
  await writeFile(join(clone, 'release.json'), '{}');
  await install(clone);
  await install(clone);
  const tools = `import('./scripts/setup.mjs').then((s) => s.ensureInstalled({ tools: true }))`;
  await run(process.execPath, ['--eval', tools], { cwd: clone, capture: true, env: environment(clone) });
  const calls = (await readFile(join(clone, 'npm.log'), 'utf8')).trim().split('\n');
  expect(calls.map((call) => call.includes('--omit=dev'))).toEqual([true, false]);
});
