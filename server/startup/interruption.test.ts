import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { listenForInterruption } from './interruption.ts';

function hear(...events: [name: string, at: number][]) {
  const source = new EventEmitter();
  let time = 0;
  const { stop, hurry } = listenForInterruption(source, () => time);
  for (const [name, at] of events) {
    time = at;
    source.emit(name);
  }
  return { stops: stop.aborted, hurries: hurry.aborted };
}

test.each([
  ['no signal', [], false, false],
  ['SIGTERM', [['SIGTERM', 0]], true, false],
  [
    'SIGTERM, repeated by npm',
    [
      ['SIGTERM', 0],
      ['SIGTERM', 1],
    ],
    true,
    false,
  ],
  [
    'SIGTERM, repeated by an impatient supervisor',
    [
      ['SIGTERM', 0],
      ['SIGTERM', 30_000],
    ],
    true,
    false,
  ],
  [
    'the end of `npm start`',
    [
      ['disconnect', 0],
      ['SIGTERM', 5_000],
    ],
    true,
    false,
  ],
  ['a closed terminal', [['SIGHUP', 0]], true, false],
  [
    'one Ctrl-C, repeated by npm',
    [
      ['SIGINT', 0],
      ['SIGINT', 3],
      ['SIGINT', 999],
    ],
    true,
    false,
  ],
  [
    'a Ctrl-C after a SIGTERM',
    [
      ['SIGTERM', 0],
      ['SIGINT', 5_000],
    ],
    true,
    false,
  ],
  [
    'a second Ctrl-C',
    [
      ['SIGINT', 0],
      ['SIGINT', 1_000],
    ],
    true,
    true,
  ],
] as const)('%s', (_name, events, stops, hurries) => {
  expect(hear(...events.map(([name, at]): [string, number] => [name, at]))).toEqual({ stops, hurries });
});
