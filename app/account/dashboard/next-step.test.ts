import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { nextAction, type ReturnFacts } from '#domain/returns/return-progress.ts';
import { returnStatuses } from '#domain/returns/tax-return.ts';
import { demoOffice } from '#tests/support/office.ts';
import { stepFor } from './next-step.ts';

const YEAR = 2026;
const tax: ReturnFacts = {
  id: 'r1',
  year: YEAR,
  kind: 'personal',
  status: 'e_filed',
  isPaid: false,
  note: null,
};

function stepInWords(...args: Parameters<typeof stepFor>) {
  const { title, text, action, ...rest } = stepFor(...args);
  const label = english(action.label);
  return { ...rest, title: english(title), text: text.map(english).join(' '), action: { ...action, label } };
}

test('waiting for reading: counts the documents and asks for nothing more', () => {
  const wait = { do: 'wait', for: 'reading', of: null } as const;
  expect(stepInWords(wait, YEAR, { files: 1 }, demoOffice).text).toMatch(/^We received one file\./);
  expect(stepInWords(wait, YEAR, { files: 12 }, demoOffice).text).toMatch(/^We received 12 files\./);
  expect(stepInWords(wait, YEAR, { files: 0 }, demoOffice).text).toContain(
    'You don\u2019t need to do anything right now',
  );
});

test('links to the form, the checklist, the review and the payment', () => {
  const to = (action: Parameters<typeof stepInWords>[0]) =>
    stepInWords(action, YEAR, { files: 0 }, demoOffice).action.to;
  expect(to({ do: 'fill_form' })).toBe('/secured-files?form=open');
  expect(to({ do: 'send_documents', left: 2 })).toBe('/secured-files?bypass=true#checklist');
  expect(to({ do: 'review', of: tax })).toBe('/account/returns/r1');
  expect(to({ do: 'pay', of: tax })).toBe('/payment');
});

test('offers to continue a draft of the form', () => {
  const { title, action } = stepInWords({ do: 'fill_form' }, YEAR, { files: 0, hasDraft: true }, demoOffice);
  expect(title).toBe('Finish your 2026 tax form');
  expect(action).toEqual({ label: 'Continue my tax form', to: '/secured-files?form=open' });
});

test('names the missing documents and quotes the office', () => {
  const missing = { do: 'send_missing', titles: ['W-2'], of: null } as const;
  expect(stepInWords(missing, YEAR, { files: 0 }, demoOffice)).toMatchObject({
    points: ['W-2'],
    text: 'We’ll continue as soon as we have:',
  });
  const waiting = { ...tax, note: 'Page 2 of the 1099, please.' };
  expect(
    stepInWords({ do: 'send_missing', titles: [], of: waiting }, YEAR, { files: 0 }, demoOffice).text,
  ).toContain('\u201cPage 2 of the 1099, please.\u201d');
});

test('names a business return', () => {
  expect(
    stepInWords({ do: 'review', of: { ...tax, kind: 'business' } }, YEAR, { files: 0 }, demoOffice).title,
  ).toContain('your 2026 business return');
});

test.each(returnStatuses)('has a text and a link for a return that is %s', (status) => {
  const action = nextAction({
    year: YEAR,
    isFormSent: true,
    checklist: [],
    returns: [{ ...tax, status }],
  });
  const { title, text, action: button } = stepInWords(action, YEAR, { files: 3 }, demoOffice);
  expect(title.length).toBeGreaterThan(5);
  expect(text.length).toBeGreaterThan(20);
  expect(button.to).toMatch(/^\//);
});
