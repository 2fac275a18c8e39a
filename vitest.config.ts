import { defineConfig } from 'vitest/config';
import { whyNoTwoServers } from './tests/support/missing-services.ts';

const SECOND = 1000;

interface More {
  globalSetup?: string[];
  exclude?: string[];
}

/** What concerns one server alone: its command line, its mail server, its parsers, what it asks of others. */
const onOneServer = [
  'tests/contract/**/{cli*,mail,mail-tls,*-wild,*-names,captcha-providers,guessing,many-at-once,slow-and-aborted}.test.ts',
];
const hostileLoad = 'tests/faults/hostile-load/hostile-load.test.ts';
const onTwoServers = 'tests/contract/server/two-servers.test.ts';

/** Faults and the browser come by themselves: they want the whole machine. */
function group(name: string, order: number, include: string[], patience: number, more: More = {}) {
  return {
    extends: true as const,
    test: {
      name,
      include,
      maxWorkers: 2,
      ...more,
      sequence: { groupOrder: order },
      testTimeout: patience,
      hookTimeout: Math.max(patience, 60 * SECOND),
    },
  };
}

export default defineConfig({
  test: {
    // One PostgreSQL for the whole run.
    globalSetup: 'tests/support/cluster.ts',
    // What comes about by itself takes its time on a machine that has other things to do.
    expect: { poll: { timeout: 15 * SECOND } },
    projects: [
      group('unit', 1, ['{domain,contract,app,server,scripts}/**/*.test.{ts,tsx}'], 60 * SECOND),
      group('rls', 1, ['tests/rls/**/*.test.ts'], 30 * SECOND),
      group('contract', 1, ['tests/contract/**/*.test.ts'], 60 * SECOND, { exclude: [onTwoServers] }),
      // The same again on two servers that answer in turn, over another PostgreSQL and an S3 store.
      group(
        'two-servers',
        1,
        whyNoTwoServers() === undefined ? ['tests/contract/**/*.test.ts'] : [onTwoServers],
        60 * SECOND,
        { globalSetup: ['tests/support/server/two-servers.ts'], exclude: onOneServer },
      ),
      group('faults', 2, ['tests/faults/**/*.test.ts'], 300 * SECOND, { exclude: [hostileLoad] }),
      // Alone: it measures how long others wait.
      group('hostile-load', 3, [hostileLoad], 300 * SECOND),
      // The product itself, started as its owner starts it.
      group('e2e', 4, ['tests/e2e/**/*.test.ts'], 180 * SECOND, {
        globalSetup: ['tests/e2e/support/started-portal.ts'],
      }),
    ],
  },
});
