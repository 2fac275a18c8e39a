import { describe, expect, test } from 'vitest';
import { allRights, type Client, chooseClient, hasNoOwnClient, may } from './membership.ts';

const own: Client = {
  clientId: 'u1',
  name: 'Ana Diaz',
  kind: 'person',
  relation: 'self',
  rights: allRights,
  lastYear: null,
  isOwn: true,
  merged: [],
};
const mother: Client = {
  ...own,
  clientId: 'u2',
  name: 'Rosa Diaz',
  relation: 'helper',
  rights: ['see', 'upload'],
  isOwn: false,
  merged: [],
};

describe('the client that a person works for', () => {
  test('is the own one, without the list', () => {
    expect(chooseClient('u1', own, undefined)).toBe(own);
  });

  test('is another one only if it is in the list', () => {
    expect(chooseClient('u2', own, undefined)).toBeNull();
    expect(chooseClient('u2', own, [own, mother])).toBe(mother);
    expect(chooseClient('u3', own, [own, mother])).toBeNull();
    expect(chooseClient('', own, [own, mother])).toBeNull();
  });

  test('is the one that it was merged into, also instead of the own one', () => {
    const now = { ...own, clientId: 'u9', merged: ['u1', 'u8'] };
    expect(chooseClient('u1', own, [now, mother])).toBe(now);
    expect(chooseClient('u8', own, [now, mother])).toBe(now);
    expect(hasNoOwnClient([now, mother])).toBe(false);
  });

  test('is none if the own one was merged into one that they don’t see', () => {
    const dead: Client = { ...own, rights: ['see'] };
    expect(chooseClient('u1', own, [dead, mother])).toBeNull();
    expect(chooseClient('u2', own, [dead, mother])).toBe(mother);
    expect(hasNoOwnClient([dead, mother])).toBe(true);
  });

  test('stays the own one while the server lists none', () => {
    expect(chooseClient('u1', own, [])).toBe(own);
    expect(hasNoOwnClient([])).toBe(false);
    expect(hasNoOwnClient(undefined)).toBe(false);
  });
});

test('a right is what the membership names', () => {
  expect(may(mother, 'upload')).toBe(true);
  expect(may(mother, 'answer')).toBe(false);
});
