import { expect, test } from 'vitest';
import facts from '#business';

const sources = Object.entries(
  import.meta.glob<string>('./**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
)
  .filter(([name]) => !name.includes('.test.'))
  .map(([name, text]) => ({ name, code: text.replace(/^\s*(\/\*\*|\/\/|\*).*$/gm, '') }));

/** What is this office's own: names, numbers, addresses, links, what clients wrote. */
function ownWords(value: unknown, path = ''): string[] {
  if (typeof value === 'string') {
    const ordinary = /\.(id|platform|kind|provider|service|label|role)$/.test(path);
    return value.length >= 10 && !ordinary ? [value] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => ownWords(part, `${path}.${key}`));
}

// Ways to be paid, names of services and of the state are ordinary words as well.
const { referral, prices, ...office } = facts;
const words = ownWords(office).filter((word) => word !== office.state);

test('the office has words of its own to look for', () => {
  expect(sources.length).toBeGreaterThan(60);
  expect(words.length).toBeGreaterThan(60);
  expect(words).toContain(facts.contact.phone.display);
  expect(words).toContain(facts.name);
});

test.each(sources)('$name types no fact of the office', ({ name, code }) => {
  expect(words.filter((word) => code.includes(word))).toEqual([]);
  // The sample on the home page is an invented client's return.
  const amounts = name.endsWith('sample-return.tsx') ? [] : (code.match(/\$\d[\d,]*/g) ?? []);
  expect(amounts).toEqual([]);
});
