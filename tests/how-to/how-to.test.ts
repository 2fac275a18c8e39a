/** @module-tag how-to */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applySteps, readerOf, type Step, stepsOf } from './recipe.ts';

// Follows the how-tos of docs/how-to in a copy of the repository.

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'docs/how-to');
const TIMEOUT_MS = 300_000;

const names = (await readdir(folder)).filter((name) => name.startsWith('add-a-'));
const howTos = await Promise.all(
  names.map(async (name) => ({ name, steps: stepsOf(await readFile(join(folder, name), 'utf8')) })),
);
const allSteps = howTos.flatMap(({ steps }) => steps);

describe.each(howTos)('$name', ({ name, steps }) => {
  test('applies to the repository without the others', async () => {
    expect((await applySteps(steps, readerOf(root))).size).toBeGreaterThan(0);
  });

  test('links to files that exist', async () => {
    const links = (await readFile(join(folder, name), 'utf8')).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g);
    await Promise.all([...links].map(([, path = '']) => readdirOrFile(join(folder, path))));
  });
});

describe('with all of them applied', () => {
  let scratch: string;
  let changed: string[];
  let read: (path: string) => Promise<string | undefined>;

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'nutmeg-how-to-'));
    read = readerOf(scratch);
    await copySources(scratch);
    const texts = await applySteps(allSteps, read);
    changed = [...texts.keys()];
    for (const [path, text] of texts) {
      await mkdir(dirname(join(scratch, path)), { recursive: true });
      await writeFile(join(scratch, path), text);
    }
    await writeFile(join(scratch, PAGE_TEST), pageTest);
    // `npm run types`: real PostgreSQL applies the migrations.
    await run('tests/support/generate-types.ts');
  }, TIMEOUT_MS);
  afterAll(() => rm(scratch, { recursive: true, force: true }));

  /** Runs a program of the copy. Throws with its output if it fails. */
  const run = async (...args: string[]): Promise<string> => {
    // Vitest tells its own children how they were started.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')),
    );
    const options = { cwd: scratch, env: { ...env, NODE_ENV: 'test' }, maxBuffer: 2 ** 26 };
    return promisify(execFile)(process.execPath, args, options).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }) => {
        throw new Error(`${args.join(' ')} failed:\n${stdout}\n${stderr}`);
      },
    );
  };

  test('the generated types and schema have the table and the roles', async () => {
    expect(await read('contract/generated/database.ts')).toMatch(/^ {6}office_news: Table<\{$/m);
    const schema = await read('database/schema.sql');
    expect(schema).toContain('create table public.office_news (');
    expect(schema).toMatch(/user_profiles_role_check CHECK .*'auditor'/);
  });

  test(
    'the checks pass',
    async () => {
      const code = changed.filter((path) => /\.tsx?$/.test(path));
      await run('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...code);
      await run('scripts/check.mjs', ...CHECKS);
    },
    TIMEOUT_MS,
  );

  test(
    'the commands of the how-tos run tests, and these pass',
    async () => {
      const wanted = allSteps.flatMap(testRunsOf);
      expect(wanted).not.toEqual([]);
      const report = join(scratch, 'report.json');
      const pattern = [...new Set([...wanted.map((one) => one.pattern), PAGE_TEST_NAME])].join('|');
      const paths = [...new Set([...wanted.flatMap((one) => one.paths), PAGE_TEST])];
      await run(
        'node_modules/vitest/vitest.mjs',
        'run',
        ...['unit', 'unit-isolated', 'rls', 'contract'].map((project) => `--project=${project}`),
        // One at a time: a server's first start in a new folder compiles every file.
        '--maxWorkers=1',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...['-t', pattern],
        ...paths,
        // What has failed is in the report.
      ).catch(() => undefined);
      const results = await resultsIn(report);
      expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
      const passed = results.filter(({ status }) => status === 'passed');
      const expected = [...wanted, { paths: [PAGE_TEST], pattern: PAGE_TEST_NAME }];
      for (const { paths, pattern } of expected) {
        for (const path of paths) {
          const found = passed.filter((one) => one.path === path && new RegExp(pattern).test(one.name));
          expect(found, `tests of ${path} that match ${pattern}`).not.toEqual([]);
        }
      }
    },
    TIMEOUT_MS,
  );

  test('every command that a how-to names is known here', () => {
    const commands = allSteps.flatMap((step) => (step.kind === 'run' ? step.commands : []));
    const known = /^npm (run types|run check|test -- .+ --testNamePattern='[^']+')$/;
    expect(commands.filter((command) => !known.test(command))).toEqual([]);
    expect(changed).not.toEqual([]);
  });
});

/** All but those that take longest. */
const CHECKS = ['Types', 'Environment', 'Facts', 'File size', 'Folder size', 'Settings', 'Released'];

const PAGE_TEST = 'app/new-page.test.ts';
const PAGE_TEST_NAME = 'the new page is in the routes and renders';
const pageTest = `import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { officeOf } from '#domain/business/office.ts';
import { English } from '#tests/support/english.tsx';
import { demoBusiness } from '#tests/support/office.ts';
import routes from './routes.ts';
import { SiteProvider } from './shared/site-data.tsx';

const site = {
  office: officeOf(demoBusiness),
  language: 'en' as const,
  siteUrl: 'https://portal.example',
  publishableKey: 'none',
  calendarUrl: null,
};

test('${PAGE_TEST_NAME}', async () => {
  const route = routes.find(({ path }) => path === 'es?/careers');
  const page = await import(/* @vite-ignore */ new URL(route?.file ?? '', import.meta.url).pathname);
  const inRouter = createElement(MemoryRouter, null, createElement(page.default));
  const inSite = createElement(SiteProvider, { site, children: inRouter });
  const html = renderToStaticMarkup(createElement(English, { children: inSite }));
  expect(html).toMatch(/<h1[^>]*>Work with us</);
  const meta = page.meta({ matches: [{ loaderData: site }] });
  expect(JSON.stringify(meta)).toContain('https://portal.example/careers');
});
`;

interface TestRun {
  paths: string[];
  pattern: string;
}

/** The tests that the commands of a step run: `npm test -- <paths> --testNamePattern='<pattern>'`. */
function testRunsOf(step: Step): TestRun[] {
  if (step.kind !== 'run') return [];
  return step.commands.flatMap((command) => {
    const [, paths, pattern] = /^npm test -- (.+) --testNamePattern='(.+)'$/.exec(command) ?? [];
    return paths && pattern ? [{ paths: paths.split(' '), pattern }] : [];
  });
}

interface TestResult {
  /** Relative to the copy. */
  path: string;
  name: string;
  status: string;
  messages: string[];
}

async function resultsIn(report: string): Promise<TestResult[]> {
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as {
    testResults: {
      name: string;
      message: string;
      status: string;
      assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
    }[];
  };
  return testResults.flatMap(({ name, message, status, assertionResults }) => {
    const path = relative(dirname(report), name);
    const tests = assertionResults.map((one) => ({
      path,
      name: one.fullName,
      status: one.status,
      messages: one.failureMessages ?? [],
    }));
    // If a file can't be loaded or its `beforeAll` fails, no test of it has failed.
    return [
      ...tests,
      { path, name: '', status: status === 'failed' ? 'failed' : 'ran', messages: [message] },
    ];
  });
}

/** Copies what git tracks, and new files that it does not ignore; the packages are linked. */
async function copySources(to: string): Promise<void> {
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: root, maxBuffer: 2 ** 26 },
  );
  const tops = new Set(stdout.split('\0').filter(Boolean));
  for (const path of tops) {
    // A tracked file may be deleted in the working tree.
    await cp(join(root, path), join(to, path), { force: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  await symlink(join(root, 'node_modules'), join(to, 'node_modules'));
}

async function readdirOrFile(path: string): Promise<void> {
  await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EISDIR') throw error;
  });
}
