/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#domain/office-time/days.ts';
import { inSections, sectionIds, sectionOf } from './sections.ts';

const WEDNESDAY = '2026-03-11';

test.each([
  ['2026-03-10', 'overdue'],
  ['2026-03-11', 'today'],
  ['2026-03-12', 'week'],
  ['2026-03-15', 'week'],
  ['2026-03-16', 'later'],
  [null, 'none'],
])('on a Wednesday, %s is %s', (dueOn, section) => {
  expect(sectionOf(dueOn, WEDNESDAY)).toBe(section);
});

test('on a Sunday, the week is over', () => {
  expect(sectionOf('2026-03-15', '2026-03-15')).toBe('today');
  expect(sectionOf('2026-03-16', '2026-03-15')).toBe('later');
});

test('sorted rows stay in their order, and each is in one section', () => {
  const dueOn = fc.option(
    fc.integer({ min: -40, max: 40 }).map((days) => addDays(WEDNESDAY, days)),
    { nil: null },
  );
  fc.assert(
    fc.property(fc.array(dueOn), (days) => {
      const rows = days
        .toSorted((a, b) => (a ?? '9').localeCompare(b ?? '9'))
        .map((due_on, place) => ({ due_on, place }));
      const sections = inSections(rows, WEDNESDAY);
      expect(sections.flatMap((section) => section.rows)).toEqual(rows);
      expect(sections.map(({ id }) => id)).toEqual(
        sectionIds.filter((id) => rows.some(({ due_on }) => sectionOf(due_on, WEDNESDAY) === id)),
      );
    }),
  );
});
