import { expect, test } from 'vitest';
import { exclusiveNone } from './question.tsx';

test.each([
  [[], ['w2'], ['w2']],
  [['w2'], ['w2', 'stocks'], ['w2', 'stocks']],
  [['w2', 'stocks'], ['w2', 'stocks', 'none'], ['none']],
  [['none'], ['none', 'w2'], ['w2']],
  [['none'], [], []],
  [[], ['none'], ['none']],
  // Only an edited URL can contain both. The next click corrects it.
  [
    ['w2', 'none'],
    ['w2', 'none', 'stocks'],
    ['w2', 'stocks'],
  ],
])('%j, then %j, gives %j', (before, after, meant) => {
  expect(exclusiveNone(before, after)).toEqual(meant);
});
