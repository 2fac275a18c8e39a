import { describe, expect, it } from 'vitest';
import { checklistFor } from '#domain/checklist/checklist.ts';
import { readAnswers } from '#domain/tax-form/answers.ts';
import { fieldKeys } from '#domain/tax-form/fields.ts';
import { problemsOf } from '#domain/tax-form/validate.ts';
import { staff } from './desk.ts';
import { storiesOf } from './stories.ts';

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

it('counts the years from this one', () => {
  const paths = stories.flatMap(({ files }) => Object.keys(files));
  expect(paths).toContain('Tax return 2026.pdf');
  expect(paths).toContain('Earlier years/Tax return 2025.pdf');
  expect(JSON.stringify(stories)).not.toContain('{year');
});

describe.each(stories)('$person.name', (story) => {
  const { form, formBefore, joined, seen, items } = story;
  const [files, returns] = [Object.values(story.files), Object.values(story.returns)];

  it('has valid forms', () => {
    const known = [...fieldKeys, 'dependents'];
    for (const { answers } of [form, formBefore].filter((one) => one !== undefined)) {
      expect(known).toEqual(expect.arrayContaining(Object.keys(answers)));
    }
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
      ...(form ? [form] : []),
      ...files.filter(({ paper }) => !('taxReturn' in paper)),
      ...items.filter(({ state }) => state === 'not_available'),
      ...returns.flatMap((steps) => steps.filter(({ to }) => to === 'approved')),
    ];
    for (const { days } of own) {
      expect(days).toBeLessThan(joined);
      expect(days).toBeGreaterThanOrEqual(seen);
    }
  });

  it('has no open documents when a return is ready for review', () => {
    const steps = story.returns[`${year} personal`] ?? [];
    if (!steps.some(({ to }) => to === 'ready_for_review')) return;
    const answered = [...files, ...items].map(({ item }) => item);
    for (const { id } of checklistFor(form?.answers ?? {})) expect(answered).toContain(id);
  });

  it('is in chronological order', () => {
    for (const steps of returns) {
      expect(steps[0]?.to).toBe('not_started');
      const days = steps.map((step) => step.days);
      expect(days).toEqual(days.toSorted((a, b) => b - a));
    }
  });
});
