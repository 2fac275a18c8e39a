import { expect, test } from 'vitest';
import { gradeOf } from './grade.mjs';

test('an easy text has a lower grade than a hard one', () => {
  const easy = gradeOf(['Take a photo of each page. We look at it and call you.']);
  const hard = gradeOf([
    'Documentation substantiating eligibility for the aforementioned credits must accompany every application.',
  ]);
  expect(easy.grade).toBeLessThan(3);
  expect(hard.grade).toBeGreaterThan(15);
  expect(easy).toMatchObject({ words: 13, sentences: 2 });
});

test('the formula: 0.39 words per sentence, 11.8 syllables per word, minus 15.59', () => {
  expect(gradeOf(['We look at it.']).grade).toBeCloseTo(0.39 * 4 + 11.8 * 1 - 15.59, 5);
});

test('leaves out headings, labels, and prices', () => {
  expect(gradeOf(['Personal Taxes', '$80 to $120', 'How it works:', 'We file it.'])).toMatchObject({
    words: 3,
  });
  expect(gradeOf(['Personal Taxes']).grade).toBeNaN();
});

test('counts a number as a word of at least one syllable', () => {
  expect(gradeOf(['We need 1099s.']).words).toBe(3);
});
