import { expect, test } from 'vitest';
import { wordingProblem } from '#domain/business/wording.ts';
import { ourTexts, ownTextProblem, ownTextProblems, roomInText } from './own-words.ts';

const [reminder = ''] = ourTexts.map(({ message }) => message.message);
const putIn = { office: 'Nutmeg', siteUrl: 'https://portal.example' };

test.each([
  ['{office}: tiene algo pendiente en su cuenta. {link} Responda STOP para no recibir más.', undefined],
  ['{office}: sen\u0303al. {link} STOP', undefined],
  ['{office}: something is open. {link}', 'needs STOP'],
  ['{office}: something is open. Reply STOP to end.', 'needs {link}'],
  ['{office}: your refund is {refund}. {link} STOP', 'has {refund}, which our text doesn’t have'],
  ['{office}: 🎉 {link} STOP', 'has 🎉, which can’t be sent in a text message'],
])('“%s”: %s', (own, problem) => {
  expect(wordingProblem(reminder, own)).toBe(problem);
});

test('what is put in twice takes its room twice, and a letter with a mark counts once', () => {
  const room = (own: string) => roomInText(reminder, own, putIn);
  // 160 without "Nutmeg" and "https://portal.example/es/account"
  expect(room('{office}: {link} STOP')).toEqual({ length: 7, most: 121 });
  expect(room('{office}: {link} {  link } STOP')).toEqual({ length: 8, most: 88 });
  expect(room('{office}: n\u0303 {link} STOP')?.length).toBe(9);
  for (const more of [114, 5_000]) {
    const letters = { es: { [reminder]: `{office}: {link} STOP ${'y'.repeat(more)}` } };
    expect(ownTextProblems({ shortName: 'Nutmeg', letters }, putIn.siteUrl)).toEqual([
      { path: `letters.es.${reminder}`, message: 'must not be longer than 121 characters' },
    ]);
  }
});

test('the words of a mail have no such bound', () => {
  expect(wordingProblem('Hello', 'y'.repeat(500))).toBeUndefined();
  expect([roomInText('Hello', 'Hi', putIn), ownTextProblem('Hello', 'Hi')]).toEqual([undefined, undefined]);
});
