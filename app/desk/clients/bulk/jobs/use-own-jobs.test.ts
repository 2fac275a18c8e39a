import { expect, test } from 'vitest';
import { endedAfter, shownJobs } from './use-own-jobs.ts';

const now = new Date('2027-03-01T15:00:00Z');
const running = { state: 'running', ended_at: null };
const done = { state: 'done', ended_at: '2027-03-01T14:00:00.5+00:00' };
const stopped = { state: 'stopped', ended_at: '2027-03-01T14:30:00+00:00' };

test('what runs comes first, then what ended within a day', () => {
  const old = { state: 'done', ended_at: '2027-02-28T14:00:00+00:00' };
  expect(shownJobs([stopped, running, done, old], null, now)).toEqual([running, stopped, done]);
});

test('shows an ended job until it was seen', () => {
  const seen = endedAfter(null, done);
  expect(shownJobs([stopped, done], seen, now)).toEqual([stopped]);
  expect(shownJobs([stopped, done], endedAfter(seen, stopped), now)).toEqual([]);
  // An older one that is closed later hides no more than before.
  expect(endedAfter(endedAfter(null, stopped), done)).toBe(stopped.ended_at);
});

test('what was stored is not trusted', () => {
  expect(shownJobs([done], 'nonsense', now)).toEqual([done]);
  expect(endedAfter('nonsense', done)).toBe(done.ended_at);
});
