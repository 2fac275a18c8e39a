import { expect, test } from 'vitest';
import {
  atStep,
  copySearch,
  filesComeFirst,
  filesSearch,
  formSearch,
  pageSearch,
  wantedIn,
} from './address.ts';

test.each([
  ['', 'any'],
  ['?form=open', 'form'],
  ['?form=open&bypass=true', 'form'],
  ['?form=copy', 'copy'],
  ['?bypass=true', 'files'],
  ['?bypass=false', 'any'],
  ['?folder=2025', 'files'],
  ['?form=else', 'any'],
])('%s shows %s', (search, wanted) => {
  expect(wantedIn(new URLSearchParams(search))).toBe(wanted);
});

test('each link keeps the other parameters', () => {
  expect(atStep('?form=open&sort=name', 'bank')).toBe('?form=open&sort=name&step=bank');
  expect(formSearch('?bypass=true&folder=a%2Fb')).toBe('?folder=a%2Fb&form=open');
  expect(filesSearch('?form=open&step=bank')).toBe('?bypass=true');
  expect(copySearch('')).toBe('?form=copy');
  expect(pageSearch('?form=open&step=bank&bypass=true')).toBe('');
});

test.each([
  ['?bypass=true', '', true],
  ['?bypass=true&folder=2024', '', true],
  // To the list of papers.
  ['?bypass=true', '#checklist', false],
  ['?folder=2024', '', false],
  ['', '', false],
])('%s%s: files first is %s', (search, hash, first) => {
  expect(filesComeFirst(new URLSearchParams(search), hash)).toBe(first);
});
