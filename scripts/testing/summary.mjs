// What the end of a test run says.
import { stripVTControlCharacters } from 'node:util';

/**
 * Prints where the time went, what failed, what was repeated, and what was skipped and why, then the count.
 * @param {import('./runners.mjs').Result[]} results
 * @param {string[]} missing Debian packages that tests need and that are not installed
 * @param {string[]} times lines about where the time went
 * @returns {{ failed: number, skipped: number }}
 */
export function summarize(results, missing, times) {
  console.log();
  if (times.length > 0) console.log(`${times.join('\n')}\n`);
  const tests = results.flatMap((result) => result.tests ?? []);
  const withStatus = (wanted) => tests.filter(({ status }) => status === wanted);
  const repeated = withStatus('repeated');
  const [passed, skipped] = [withStatus('passed').length + repeated.length, withStatus('skipped').length];
  let failed = withStatus('failed').length;
  for (const { tests, errors } of results) {
    if (!tests) console.log('The tests did not run to their end.');
    failed += tests ? errors.length : 1;
  }
  if (failed === 0 && results.some(({ code }) => code !== 0)) {
    console.log(
      'No test failed, but a runner did: it caught an error outside of the tests. See its output above.',
    );
    failed = 1;
  }

  for (const test of repeated) console.log(`Failed, then passed when repeated: ${describe(test)}`);
  const failures = [...withStatus('failed'), ...results.flatMap(({ errors }) => errors ?? [])];
  for (const failure of failures) console.log(`Failed: ${describe(failure)}`);
  printSkipped(withStatus('skipped'));
  if (missing.length > 0) {
    console.log(`Tests are skipped because these Debian packages are missing: ${missing.join(', ')}.`);
  }
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return { failed, skipped };
}

function printSkipped(tests) {
  // Not Map.groupBy: this also runs on Node 20.
  const reasons = new Map();
  for (const test of tests) reasons.set(test.reason, [...(reasons.get(test.reason) ?? []), test]);
  for (const [reason, group] of reasons) {
    if (reason) console.log(`Skipped: ${group.length} tests: ${reason}`);
    else for (const { name } of group) console.log(`Skipped: ${name}`);
  }
}

/**
 * The name, and the error's message on one line, without colors and stack.
 * @param {{ name: string, error?: string }} failure
 */
function describe({ name, error }) {
  const [message] = stripVTControlCharacters(error ?? '').split(/\n\s+at /);
  return `${name}: ${message.replaceAll(/\s+/g, ' ').slice(0, 300)}`;
}
