import { expect, test } from 'vitest';
import { createGroups } from './groups.ts';

interface Group {
  items: string[];
  finish: PromiseWithResolvers<(string | Promise<string>)[]>;
}

/** Groups whose work the test finishes, in the order in which they began. */
function open({ most = 10, patienceMs = 1_000_000 } = {}) {
  const begun: Group[] = [];
  const together = createGroups<string, string>(
    (items) => {
      const finish = Promise.withResolvers<(string | Promise<string>)[]>();
      begun.push({ items, finish });
      return finish.promise;
    },
    { most, patienceMs },
  );
  const finish = async (at: number) => {
    const group = begun[at];
    group?.finish.resolve(group.items.map((item) => `${item} done`));
    await group?.finish.promise;
    await new Promise(setImmediate);
  };
  return { together, finish, groups: () => begun.map(({ items }) => items), begun };
}

test('what arrives while a group is under way is the next group, each with its own result', async () => {
  const { together, finish, groups } = open();
  const results = ['a', 'b', 'c'].map((item) => together('lane', item));
  expect(groups()).toEqual([['a']]);
  await finish(0);
  expect(await results[0]).toBe('a done');
  expect(groups()).toEqual([['a'], ['b', 'c']]);
  const late = together('lane', 'd');
  await finish(1);
  expect(await Promise.all(results)).toEqual(['a done', 'b done', 'c done']);
  await finish(2);
  expect(await late).toBe('d done');
  // The lane is free again.
  void together('lane', 'e');
  expect(groups().at(-1)).toEqual(['e']);
});

test('a group has a limit, and lanes do not wait for each other', async () => {
  const { together, finish, groups } = open({ most: 2 });
  for (const item of ['a', 'b', 'c', 'd']) void together('one', item);
  void together('two', 'e');
  expect(groups()).toEqual([['a'], ['e']]);
  await finish(0);
  await finish(2);
  expect(groups()).toEqual([['a'], ['e'], ['b', 'c'], ['d']]);
});

test('a failure is that of its group only, and a result may fail on its own', async () => {
  const { together, begun } = open();
  const failed = ['a', 'b'].map((item) => together('lane', item));
  begun[0]?.finish.reject(new Error('down'));
  await expect(failed[0]).rejects.toThrow('down');
  begun[1]?.finish.resolve([Promise.reject(new Error('only b'))]);
  await expect(failed[1]).rejects.toThrow('only b');
  const next = together('lane', 'c');
  begun[2]?.finish.resolve(['c done']);
  expect(await next).toBe('c done');
});

test('a group that hangs does not hold up the next one', async () => {
  const { together, finish, groups, begun } = open({ patienceMs: 1 });
  const hanging = together('lane', 'a');
  const next = together('lane', 'b');
  await expect.poll(groups).toEqual([['a'], ['b']]);
  await finish(1);
  expect(await next).toBe('b done');
  begun[0]?.finish.resolve(['a done']);
  expect(await hanging).toBe('a done');
});
