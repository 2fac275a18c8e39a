import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { workerEnvironment } from './worker-environment.ts';

test('a thread has the compiled code of this process, and no setting', async () => {
  const code = `require('node:worker_threads').parentPort.postMessage({
    folder: require('node:module').getCompileCacheDir(), names: Object.keys(process.env) })`;
  const worker = new Worker(code, { eval: true, env: workerEnvironment() });
  const [{ folder, names }] = await once(worker, 'message');
  expect(folder).toBe(getCompileCacheDir());
  expect(names).toEqual(folder === undefined ? [] : ['NODE_COMPILE_CACHE']);
});
