import { defineConfig } from 'vitest/config';

const SECOND = 1000;

/** A group after the other, so that what needs the whole machine has it. */
function group(name: string, order: number, include: string[], patience: number, globalSetup: string[] = []) {
  return {
    extends: true as const,
    test: {
      name,
      include,
      maxWorkers: 2,
      globalSetup,
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
    projects: [
      group('unit', 1, ['{domain,contract,app,server,scripts}/**/*.test.{ts,tsx}'], 20 * SECOND),
      group('rls', 2, ['tests/rls/**/*.test.ts'], 30 * SECOND),
      group('contract', 3, ['tests/contract/**/*.test.ts'], 60 * SECOND),
      group('faults', 4, ['tests/faults/**/*.test.ts'], 300 * SECOND),
      // The product itself, started as its owner starts it.
      group('e2e', 5, ['tests/e2e/**/*.test.ts'], 180 * SECOND, ['tests/e2e/support/started-portal.ts']),
    ],
  },
});
