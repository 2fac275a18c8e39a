import { expect, test } from 'vitest';
import { layerOf, timesReport } from './times.mjs';

test.each([
  ['unit', 'domain/a.test.ts', 'unit'],
  ['sql', 'server/a.test.ts', 'sql'],
  ['unit-isolated', 'app/a.test.tsx', 'component'],
  ['unit-isolated', 'scripts/a.test.ts', 'unit'],
  ['rls', 'tests/rls/a.test.ts', 'rls'],
  ['two-servers', 'tests/contract/a.test.ts', 'contract'],
  ['hostile-load', 'tests/faults/a.test.ts', 'faults'],
  ['e2e', 'tests/e2e/site/a.test.ts', 'browser'],
  ['e2e', 'tests/e2e/every-route.test.ts', 'routes'],
])('the layer of %s, %s is %s', (project, path, layer) => {
  expect(layerOf(project, path)).toBe(layer);
});

const time = (layer: string, path: string, seconds: number) => ({ layer, path, tests: 10, seconds });

test('a layer has its share of the minutes of each runner', () => {
  const vitest = {
    minutes: 3,
    files: [time('rls', 'r', 60), time('unit', 'u', 20), time('unit', 'v', 10.04)],
  };
  const playwright = { minutes: 2, files: [time('browser', 'b', 100)] };
  expect(timesReport([vitest, playwright])).toEqual([
    'layer    files  tests  worker seconds  minutes',
    'unit         2     20              30      1.0',
    'rls          1     10              60      2.0',
    'browser      1     10             100      2.0',
    'all          4     40             190      5.0',
    '',
    'slowest files  worker seconds  tests',
    'b                       100.0     10',
    'r                        60.0     10',
    'u                        20.0     10',
    'v                        10.0     10',
  ]);
});

test('a small part of one layer has no table, and a large one names 15 files', () => {
  const unit = (count: number) => [
    { minutes: 1, files: Array.from({ length: count }, (_, i) => time('unit', `${i}`, i)) },
  ];
  expect(timesReport(unit(20))).toEqual([]);
  const lines = timesReport(unit(21));
  expect(lines.slice(lines.indexOf('') + 2)).toHaveLength(15);
  expect(timesReport([{ minutes: 0.1, files: [] }])).toEqual([]);
});
