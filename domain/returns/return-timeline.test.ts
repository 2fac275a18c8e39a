import { expect, test } from 'vitest';
import { currentNote, timelineOf } from './return-timeline.ts';
import { returnStatuses } from './tax-return.ts';

const came = (to_status: string, day: number, note: string | null = null) => ({
  at: `2026-03-0${day}T12:00:00Z`,
  kind: 'status',
  to_status,
  note,
});
const shown = (...of: Parameters<typeof timelineOf>) =>
  timelineOf(...of).map(({ status, state, at }) => `${status} ${state}${at ? ` ${at.slice(9, 10)}` : ''}`);

test('completed stations have a date, later ones have none', () => {
  const events = [came('documents_received', 1), came('in_preparation', 2)];
  expect(shown('in_preparation', events)).toEqual([
    'documents_received done 1',
    'in_preparation current 2',
    'ready_for_review ahead',
    'approved ahead',
    'payment_due ahead',
    'e_filed ahead',
    'accepted ahead',
  ]);
});

test('after a step back, the approval is ahead again', () => {
  const events = [
    came('documents_received', 1),
    came('in_preparation', 2),
    came('ready_for_review', 3),
    came('approved', 4),
    came('in_preparation', 5, 'We found one more deduction.'),
  ];
  const timeline = timelineOf('in_preparation', events);
  expect(timeline[1]).toMatchObject({ at: '2026-03-05T12:00:00Z', note: 'We found one more deduction.' });
  expect(timeline.slice(2).every(({ at, note }) => at === null && note === null)).toBe(true);
  expect(currentNote(events)).toBe('We found one more deduction.');
});

test('shows waiting_for_documents after the last station that was reached', () => {
  const early = [came('documents_received', 1), came('waiting_for_documents', 2, 'The W-2')];
  expect(shown('waiting_for_documents', early).slice(0, 3)).toEqual([
    'documents_received done 1',
    'waiting_for_documents current 2',
    'in_preparation ahead',
  ]);
  const late = [came('documents_received', 1), came('in_preparation', 2), came('waiting_for_documents', 3)];
  expect(shown('waiting_for_documents', late).slice(1, 3)).toEqual([
    'in_preparation done 2',
    'waiting_for_documents current 3',
  ]);
});

test('doesn’t claim documents of a return that was opened without any', () => {
  expect(shown('not_started', [came('not_started', 1)]).slice(0, 2)).toEqual([
    'not_started current 1',
    'documents_received ahead',
  ]);
  const opened = [came('waiting_for_documents', 1)];
  expect(shown('waiting_for_documents', opened).slice(0, 2)).toEqual([
    'waiting_for_documents current 1',
    'documents_received ahead',
  ]);
  expect(shown('in_preparation', [...opened, came('in_preparation', 2)])[0]).toBe('in_preparation current 2');
});

test('shows a rejection between filing and acceptance', () => {
  expect(shown('rejected', [came('e_filed', 1), came('rejected', 2)]).slice(-3)).toEqual([
    'e_filed done 1',
    'rejected problem 2',
    'accepted ahead',
  ]);
});

test('everything is done after the acceptance', () => {
  expect(timelineOf('accepted', []).every(({ state }) => state === 'done')).toBe(true);
});

test.each(returnStatuses)('the timeline of %s has it once, and no other station is current', (status) => {
  const timeline = timelineOf(status, []);
  expect(timeline.filter((stop) => stop.status === status)).toHaveLength(1);
  expect(timeline.filter(({ state }) => state === 'current' || state === 'problem')).toHaveLength(
    status === 'accepted' ? 0 : 1,
  );
});

test('currentNote ignores payments', () => {
  const events = [
    came('payment_due', 1, 'The bill is $450.'),
    { ...came('', 2), kind: 'paid', to_status: null },
  ];
  expect(currentNote(events)).toBe('The bill is $450.');
});
