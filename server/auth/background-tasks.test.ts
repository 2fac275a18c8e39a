import { expect, test } from 'vitest';
import { createBackgroundTasks } from './background-tasks.ts';

test('starts tasks later, reports their errors, and finishes all of them at shutdown', async () => {
  const done: string[] = [];
  const failures: unknown[] = [];
  const background = createBackgroundTasks((error) => failures.push(error));
  const failure = new Error('lost');
  background.run(async () => {
    throw failure;
  });
  background.run(async () => void done.push('mail'));
  expect(done).toEqual([]);
  await background.finish();
  expect(done).toEqual(['mail']);
  expect(failures).toEqual([failure]);
});
