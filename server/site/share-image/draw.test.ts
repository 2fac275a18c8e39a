import { beforeAll, expect, test } from 'vitest';
import { readShareDesign } from '../../../scripts/assets/share-design.mjs';
import { createPen, type ShareDesign, type ShareWords, shareSvg, wordsOf } from './draw.ts';

const office = {
  name: 'Quinnipiac Ledger & Co',
  contact: {
    phone: { e164: '+18605550177', display: '(860) 555-0177' },
    address: { street: '7 Harbor Lane', city: 'Mystic', state: 'CT' },
  },
} as Parameters<typeof wordsOf>[0];
const headline = 'Taxes done right, by people you can call.';

let pen: Awaited<ReturnType<typeof createPen>>;
let design: ShareDesign;
beforeAll(async () => {
  pen = await createPen();
  design = await readShareDesign(new URL('../../..', import.meta.url).pathname);
});

const svgOf = (words: Partial<ShareWords>) =>
  shareSvg({ ...wordsOf(office, headline), ...words }, design, pen.widthOf);

interface Line {
  text: string;
  family: string;
  size: number;
}

function linesOf(svg: string): Line[] {
  const found = svg.matchAll(/<text [^>]*font-family="([^"]+)" font-size="(\d+)"[^>]*>([^<]*)/g);
  return [...found].map(([, family = '', size, text = '']) => ({ text, family, size: Number(size) }));
}

test('shows the office, the headline of the home page and the contact', () => {
  expect(linesOf(svgOf({})).map(({ text }) => text)).toEqual([
    'Quinnipiac Ledger &#38; Co',
    'Taxes done right,',
    'by people',
    'you can call.',
    '(860) 555-0177',
    '7 Harbor Lane, Mystic, CT',
  ]);
});

test.each([
  { name: 'Harbor & Sons Certified Bookkeeping, Taxes and Payroll of Greater New London' },
  {
    headline:
      'Returns, books and payroll for the bakers, plumbers, nurses and fishermen of the whole shoreline.',
  },
  { place: '12345 Old Post Road and Turnpike, Building C, North Stonington Village, CT' },
])('keeps clear of the seal, and legible: %o', (words) => {
  const lines = linesOf(svgOf(words));
  expect(lines.length).toBeGreaterThan(3);
  for (const { text, family, size } of lines) {
    expect([text, pen.widthOf(text.replace('&#38;', '&'), family, size) <= 650]).toEqual([text, true]);
    expect(size).toBeGreaterThanOrEqual(22);
  }
});

test('has the standard size, and changes with its texts', () => {
  const [one, same, another] = [{}, {}, { phone: '(860) 555-0199' }].map((words) =>
    Buffer.from(pen.png(svgOf(words))),
  );
  expect(one?.subarray(1, 4).toString()).toBe('PNG');
  expect([one?.readUInt32BE(16), one?.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(same?.equals(one ?? Buffer.alloc(0))).toBe(true);
  expect(another?.equals(one ?? Buffer.alloc(0))).toBe(false);
});
