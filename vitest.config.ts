import { globSync, readFileSync } from 'node:fs';
import { lingui } from '@lingui/vite-plugin';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import slices from './tests/slices.json' with { type: 'json' };
import { missingServicesReason } from './tests/support/missing-services.ts';

const SECOND = 1000;

/** `npm run check` only loads the tests, which needs no servers. */
const globalSetup = (...files: string[]) => ({
  globalSetup: process.env.COLLECT_ONLY ? [] : files,
});

interface More {
  globalSetup?: string[];
  setupFiles?: string[];
  environment?: string;
  retry?: number;
  exclude?: string[];
  isolate?: boolean;
  maxWorkers?: number;
  expect?: object;
}

/** See tests/support/property-inputs.ts. */
const propertyFactor = Number(process.env.PROPERTY_FACTOR ?? 1);
const propertySeed = Number(process.env.PROPERTY_SEED ?? 1);

/** A tag names the slice of the full tier that a test belongs to (CONTRIBUTING.md). */
const tags = slices.map(({ name, tag = name }) => ({
  name: tag,
  // Property tests are in the fast tier too; their slice has ten times the inputs.
  timeout: tag === 'property' ? 60 * SECOND * Math.max(1, propertyFactor) : 300 * SECOND,
}));
const propertyInputs = { setupFiles: ['tests/support/property-inputs.ts'] };

/** Tests of state that several servers share: sessions, limits, uploads, channels, queues, locks. */
const onSharedState = [
  'accounts/{auth-factors,auth-limits,auth-links,auth-own-sessions,auth-second-step,auth-session,captcha-challenge}',
  'booking/{calendar,requests}',
  'mail/mail-undelivered',
  'office/tax-form-drafts',
  'realtime/realtime-{changes,interruptions}',
  'rest/rest-changes',
  'server/two-servers',
  'storage/{archive-contents,document-trash,storage-binding,storage-downloads,storage-links,storage-moves,storage-uploads}',
  'tus/resumable-{documents,uploads}',
].map((files) => `tests/contract/${files}.test.ts`);
/** Pages of the app on a faked `fetch` (tests/support/route). They share modules, so none may mock one. */
const pages = 'app/**/*.page.test.tsx';
const hostileLoad = 'tests/faults/hostile-load/**/*.test.ts';
const onTwoServers = 'tests/contract/server/two-servers.test.ts';

const unitTests = ['{domain,contract,app,server}/**/*.test.ts'];
const isolatedTests = ['{scripts,tests/how-to}/**/*.test.ts', 'app/**/*.test.tsx'];
const unitTestsWith = (text: RegExp) =>
  globSync(unitTests[0] ?? '').filter((file) => text.test(readFileSync(file, 'utf8')));
/** Unit tests with a database, which take longer. */
const sqlTests = unitTestsWith(
  /support\/(test-database|full-office|server\/(health-fixture|portal))|startEmbeddedPostgres/,
);
/**
 * A module that another file of the process has loaded can't be mocked any more, and other files would load theirs anew
 * after a reset: the drawing tool, for one, starts only once in a process.
 */
const mocking = unitTestsWith(/vi\.(mock|resetModules)\(|recordDisk\(/);

/** Files that share processes: starting one for each took half of the processor time of small files. */
const sharedProcesses = { isolate: false };

/** They take one to five minutes, so they start first: none may run alone at the end. */
const longFiles = /tests\/(faults|rls|how-to)\/|staff-plans/;

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longFiles.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** What is wrong without a server is wrong each time. */
const noRetry = { retry: 0 };
/** Kills, outages, and two servers take their time. */
const patient = { expect: { poll: { timeout: 30 * SECOND } } };

/** More workers than a small machine has cores, because tests often wait for servers to start, stop and recover. */
const WORKERS = 4;

/** Groups with a higher order run after the others, because they need the whole machine. */
function group(name: string, order: number, include: string[], timeoutMs: number, more: More = {}) {
  return {
    extends: true as const,
    test: {
      name,
      include,
      maxWorkers: WORKERS,
      // `npm test` names the tests that pass only when repeated.
      retry: 1,
      // Background work is slow on a busy machine.
      expect: { poll: { timeout: 10 * SECOND } },
      ...more,
      sequence: { groupOrder: order },
      testTimeout: timeoutMs,
      // Hooks start servers.
      hookTimeout: Math.max(timeoutMs, 60 * SECOND),
    },
  };
}

export default defineConfig({
  plugins: [lingui({ macroTransform: true })],
  test: {
    // One PostgreSQL for the whole run.
    ...globalSetup('tests/support/cluster.ts'),
    tags,
    provide: { propertyFactor, propertySeed },
    sequence: { sequencer: LongFilesFirst },
    projects: [
      group('unit', 1, unitTests, 5 * SECOND, {
        exclude: [...sqlTests, ...mocking],
        ...propertyInputs,
        ...sharedProcesses,
        ...noRetry,
      }),
      group('sql', 1, sqlTests, 10 * SECOND, { ...propertyInputs, ...sharedProcesses, ...noRetry }),
      group('unit-isolated', 1, [...isolatedTests, ...mocking], 60 * SECOND, {
        ...propertyInputs,
        exclude: [pages],
      }),
      // The first page in a process loads the libraries of all.
      group('component', 1, [pages], 30 * SECOND, {
        environment: 'happy-dom',
        setupFiles: ['tests/support/route/set-up.tsx'],
        ...sharedProcesses,
        ...noRetry,
      }),
      group('rls', 1, ['tests/rls/**/*.test.ts'], 10 * SECOND, { ...sharedProcesses, ...noRetry }),
      group('contract', 1, ['tests/contract/**/*.test.ts'], 20 * SECOND, {
        exclude: [onTwoServers],
        ...propertyInputs,
        ...sharedProcesses,
      }),
      // After the others, while `npm test` builds the site; alone, it builds it itself.
      group('site', 2, ['tests/site/**/*.test.ts'], 20 * SECOND, sharedProcesses),
      // Again on two servers behind a load balancer, with another PostgreSQL and an S3 store.
      group(
        'two-servers',
        1,
        missingServicesReason() === undefined ? onSharedState : [onTwoServers],
        60 * SECOND,
        {
          ...globalSetup('tests/support/server/two-servers.ts'),
          ...propertyInputs,
          ...sharedProcesses,
          ...patient,
        },
      ),
      group('faults', 1, ['tests/faults/**/*.test.ts'], 120 * SECOND, {
        exclude: [hostileLoad],
        ...patient,
        ...globalSetup('tests/support/server/prepared-data-dir.ts'),
      }),
      // Alone, because it measures latency.
      group('hostile-load', 3, [hostileLoad], 600 * SECOND, { maxWorkers: 1, ...patient }),
    ],
  },
});
