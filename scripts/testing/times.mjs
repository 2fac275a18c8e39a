// Where the time of a run goes: minutes by layer, and the slowest files.

/** In the order of the table. */
const LAYERS = ['unit', 'component', 'sql', 'rls', 'contract', 'site', 'faults', 'browser', 'routes'];
const SLOWEST = 15;
/** A smaller part of the tests has no table. */
const SMALL = 20;

/**
 * @typedef {{ layer: string, path: string, tests: number, seconds: number }} FileTime
 *   seconds: of a worker, hooks included
 * @typedef {{ minutes: number, files: FileTime[] }} RunnerTimes
 *   minutes: from its start to its end
 */

/**
 * @param {string} project of Vitest or Playwright
 * @param {string} path from the root, with slashes
 */
export function layerOf(project, path) {
  if (path === 'tests/e2e/every-route.test.ts') return 'routes';
  if (path.startsWith('tests/e2e/')) return 'browser';
  if (!project.startsWith('unit'))
    return { 'two-servers': 'contract', 'hostile-load': 'faults' }[project] ?? project;
  return /^app\/.*\.tsx$/.test(path) ? 'component' : 'unit';
}

/**
 * @param {RunnerTimes[]} runners
 * @returns {string[]} lines; none for a small part of one layer
 */
export function timesReport(runners) {
  const files = runners.flatMap((runner) => runner.files);
  const layers = rowsOf(runners);
  if (layers.length < 2 && files.length <= SMALL) return [];
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  const counted = ['files', 'tests', 'seconds', 'minutes'];
  const total = { layer: 'all', ...Object.fromEntries(counted.map((key) => [key, sum(layers, key)])) };
  return [
    ...table(
      ['layer', 'files', 'tests', 'worker seconds', 'minutes'],
      [...layers, total].map(({ layer, files, tests, seconds, minutes }) => [
        layer,
        String(files),
        String(tests),
        seconds.toFixed(0),
        minutes.toFixed(1),
      ]),
    ),
    '',
    ...table(
      ['slowest files', 'worker seconds', 'tests'],
      slowest.map(({ path, seconds, tests }) => [path, seconds.toFixed(1), String(tests)]),
    ),
  ];
}

/** A layer has the share of its runner's minutes that it has of the workers' time. */
function rowsOf(runners) {
  const rows = new Map();
  for (const { minutes, files } of runners) {
    const all = sum(files, 'seconds');
    for (const { layer, tests, seconds } of files) {
      const row = rows.get(layer) ?? { layer, files: 0, tests: 0, seconds: 0, minutes: 0 };
      row.files += 1;
      row.tests += tests;
      row.seconds += seconds;
      row.minutes += all > 0 ? (minutes * seconds) / all : 0;
      rows.set(layer, row);
    }
  }
  const known = LAYERS.filter((layer) => rows.has(layer));
  const others = [...rows.keys()].filter((layer) => !LAYERS.includes(layer));
  return [...known, ...others].map((layer) => rows.get(layer));
}

function sum(rows, key) {
  return rows.reduce((total, row) => total + row[key], 0);
}

/** The first column begins at the left, and numbers end at the right. */
function table(head, rows) {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i].length)));
  return [head, ...rows].map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  '),
  );
}
