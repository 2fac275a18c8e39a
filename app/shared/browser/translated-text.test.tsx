/** @vitest-environment happy-dom */
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type TranslationWay, translate, translationWays } from '#tests/support/route/translate.ts';
import { liveWithTranslation } from './translated-text.ts';

beforeEach(liveWithTranslation);
afterEach(cleanup);

interface Step {
  busy?: boolean;
  text?: string;
  problem?: string | null;
  items?: string[];
  count?: number;
}

/** What pages are made of: bare text beside what comes and goes, and lists of texts. */
function Page({ busy = false, text = 'Save', problem = null, items = [], count = 1 }: Step) {
  return (
    <main>
      <button type="button">
        {busy ? <svg /> : null}
        {text}
      </button>
      <p>
        {count} of {items.length} {count === 1 ? 'file' : 'files'}
        {problem && <b>{problem}</b>}
        {problem}
      </p>
      {busy ? 'Please wait' : <i>Ready</i>}
      <Bare items={items} />
    </main>
  );
}

const Bare = ({ items }: { items: string[] }): ReactNode =>
  items.map((item) => <Line key={item} text={item} />);
const Line = ({ text }: { text: string }) => text;

const steps: Step[] = [
  {},
  { busy: true, text: 'Saving' },
  { text: 'Saved', items: ['a', 'b', 'c'], count: 2 },
  { problem: 'It failed', items: ['c', 'a', 'b'] },
  { problem: 'It failed again', items: ['b'], count: 3 },
  { busy: true, items: ['b', 'd'] },
  {},
];

const shown = () => screen.getByRole('main').textContent;

describe.each(translationWays)('with texts %s', (way: TranslationWay) => {
  test('a page changes as an untranslated one does', () => {
    const expected = steps.map((step) => {
      cleanup();
      render(<Page {...step} />);
      return shown();
    });
    cleanup();
    const { rerender, unmount } = render(<Page {...steps[0]} />);
    for (const [at, step] of [...steps, ...steps.toReversed()].entries()) {
      translate(document.body, way);
      act(() => rerender(<Page {...step} />));
      const place = at < steps.length ? at : 2 * steps.length - 1 - at;
      expect(shown()).toBe(expected[place]);
    }
    translate(document.body, way);
    unmount();
    expect(document.body.textContent).toBe('');
  });

  test('the original texts can be restored', () => {
    const { rerender } = render(<Page text="Save" />);
    const restore = translate(document.body, way);
    restore();
    rerender(<Page text="Saved" busy />);
    expect(screen.getByRole('button').textContent).toBe('Saved');
  });
});

test('a node of another parent is still refused', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const [one, other] = [document.createElement('p'), document.createElement('p')];
  expect(() => one.removeChild(other)).toThrow();
});
