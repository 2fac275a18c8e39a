import { expect, test } from 'vitest';
import { nextStep } from './next-step.ts';

const papers = (count: number) => ({ count, latest: [] });

test('a client without papers is asked for them; so is one whose papers are not known', () => {
  expect(nextStep('client', papers(0)).action).toEqual({ label: 'Upload my papers', to: '/secured-files' });
  expect(nextStep('client', undefined)).toEqual(nextStep('client', papers(0)));
});

test('papers that came are counted, and nothing more is asked', () => {
  expect(nextStep('client', papers(1)).text).toMatch(/^One file has/);
  expect(nextStep('client', papers(12)).text).toMatch(/^12 files have/);
});

test('staff go to their clients, an unknown role is treated as a client', () => {
  expect(nextStep('admin', papers(3)).action.to).toBe('/manage');
  expect(nextStep('super', undefined).action.to).toBe('/manage');
  expect(nextStep('assistant', papers(3)).action.to).toBe('/secured-files');
});
