import { expect, test } from 'vitest';
import { demoBusiness as facts } from '#tests/support/office.ts';

const sources = Object.entries(
  import.meta.glob<string>(['./**/*.{ts,tsx}', '../{booking,pages,shared}/**/*.{ts,tsx}'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
  .filter(([name]) => !name.includes('.test.'))
  .map(([name, text]) => ({ name, code: text.replace(/^\s*(\/\*\*|\/\/|\*).*$/gm, '') }));

/** Facts of this office: names, numbers, addresses, links, reviews. */
function ownWords(value: unknown, path = ''): string[] {
  if (typeof value === 'string') {
    const ordinary = /\.(id|platform|kind|provider|service|label|role)$/.test(path);
    return value.length >= 10 && !ordinary ? [value] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => ownWords(part, `${path}.${key}`));
}

// Payment methods, service names, and the state are also ordinary words, so they are allowed.
const { referral, prices, ...office } = facts;
const words = ownWords(office).filter((word) => word !== office.state);

test('the demo office has facts to look for', () => {
  expect(sources.length).toBeGreaterThan(60);
  expect(words.length).toBeGreaterThan(60);
  expect(words).toContain(facts.contact.phone.display);
  expect(words).toContain(facts.name);
});

test.each(sources)('$name does not repeat a fact of the demo office', ({ name, code }) => {
  expect(words.filter((word) => code.includes(word))).toEqual([]);
  // The sample on the home page is fictional.
  const amounts = name.endsWith('sample-return.tsx') ? [] : (code.match(/\$\d[\d,]*/g) ?? []);
  expect(amounts).toEqual([]);
});
