import { describe, expect, it } from 'vitest';
import { checklistFor } from '#domain/checklist/checklist.ts';
import { readAnswers } from '#domain/tax-form/answers.ts';
import { problemsOf } from '#domain/tax-form/validate.ts';
import { storiesOf } from './fill.ts';
import { staff } from './people.ts';

const year = 2026;
const today = { year, month: 1, day: 2 };
const stories = storiesOf(year);

it('has twelve clients with reserved addresses', () => {
  const addresses = [...stories.map(({ person }) => person), ...Object.values(staff)].map(
    ({ email }) => email,
  );
  expect(stories).toHaveLength(12);
  expect(new Set(addresses).size).toBe(15);
  for (const address of addresses) expect(address).toMatch(/^[a-z]+\.[a-z]+@mail\.example$/);
});

it('has every kind of number', () => {
  const text = JSON.stringify(stories);
  for (const field of ['ssn', 'spouseSSN', 'businessEin', 'routingNumber']) {
    expect(text).toContain(`"${field}":"`);
  }
});

describe.each(stories)(
  '$person.lastName',
  ({ form, formBefore, joined, seen, files = [], items = [], returns = [] }) => {
    it('has valid forms', () => {
      if (form) expect(problemsOf(readAnswers(form.answers), today)).toEqual([]);
      if (formBefore) {
        expect(problemsOf(readAnswers(formBefore.answers), { ...today, year: year - 1 })).toEqual([]);
      }
    });

    it('has numbers that were never issued', () => {
      const text = JSON.stringify([form, formBefore]);
      for (const [, number] of text.matchAll(/"(?:ssn|spouseSSN)":"([^"]+)"/g))
        expect(number).toMatch(/^9\d\d-[0-4]\d-/);
      for (const [, number] of text.matchAll(/"businessEin":"([^"]+)"/g)) expect(number).toMatch(/^00-/);
      for (const [, number] of text.matchAll(/"routingNumber":"([^"]+)"/g)) expect(number).toMatch(/^40/);
    });

    it('acts only with an account, and signed in at the time of each action', () => {
      const own = [
        ...(form ? [form.days] : []),
        ...files.filter(({ by }) => by === undefined).map(({ days }) => days),
        ...returns.flatMap(({ steps }) => steps.filter(({ by }) => by === undefined).map(({ days }) => days)),
      ];
      for (const days of own) {
        expect(days).toBeLessThan(joined);
        expect(days).toBeGreaterThanOrEqual(seen);
      }
    });

    it('has no open documents when a return is ready for review', () => {
      const isReviewed = returns.some(
        ({ year, steps }) => year === 0 && steps.some(({ to }) => to === 'ready_for_review'),
      );
      if (!isReviewed) return;
      const answered = [...files, ...items].map(({ item }) => item);
      for (const { id } of checklistFor(form?.answers ?? {})) expect(answered).toContain(id);
    });

    it('is in chronological order', () => {
      for (const { started, steps } of returns) {
        const days = [started[1], ...steps.map((step) => step.days)];
        expect(days).toEqual(days.toSorted((a, b) => b - a));
      }
    });
  },
);
