import { getCompileCacheDir } from 'node:module';
import { expect, test } from 'vitest';
import { workerEnvironment } from './worker-environment.ts';

test('has no setting of this process, but the folder of its compiled code', () => {
  const { NODE_COMPILE_CACHE, ...rest } = workerEnvironment();
  expect(rest).toEqual({});
  const folder = getCompileCacheDir();
  expect(folder?.startsWith(NODE_COMPILE_CACHE ?? 'none')).toBe(folder && true);
});
