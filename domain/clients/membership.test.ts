import { describe, expect, test } from 'vitest';
import { allRights, type Client, chooseClient, may } from './membership.ts';

const own: Client = {
  clientId: 'u1',
  name: 'Ana Diaz',
  kind: 'person',
  relation: 'self',
  rights: allRights,
  lastYear: null,
  isOwn: true,
};
const mother: Client = {
  ...own,
  clientId: 'u2',
  name: 'Rosa Diaz',
  relation: 'helper',
  rights: ['see', 'upload'],
  isOwn: false,
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
});

test('a right is what the membership names', () => {
  expect(may(mother, 'upload')).toBe(true);
  expect(may(mother, 'answer')).toBe(false);
});
