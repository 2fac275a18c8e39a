import { expect, test, vi } from 'vitest';
import { msg } from '#domain/language/message.ts';
import { provideAllWords } from './server-words.ts';
import { browserWords, readerIn, wordsIn } from './words.ts';

const prices = msg`Prices`;
const hello = msg`Hello ${{ name: 'Ana' }}`;
const folder = '/assets/words-1a/es';
const page = { folder, route: 'site/fees/page', messages: { [prices.id]: ['Precios'] } };

function inBrowser(files: Record<string, Promise<Record<string, string[]>>>) {
  const fetchJson = vi.fn((url: string) => files[url] ?? Promise.reject(new Error(`no ${url}`)));
  return { fetchJson, words: browserWords('es', page, fetchJson) };
}

test('the page brings its own words', () => {
  const { words, fetchJson } = inBrowser({});
  expect(words.load('site/fees/page')).toBeUndefined();
  expect(words.i18n._(prices)).toBe('Precios');
  expect(words.i18n._(hello)).toBe('Hello Ana');
  expect(fetchJson).not.toHaveBeenCalled();
});

test('fetches the words of the next page once, and keeps those of the first', async () => {
  const { words, fetchJson } = inBrowser({
    [`${folder}/login.json`]: Promise.resolve({ [hello.id]: ['Hola, ', ['name']] as never }),
  });
  const load = words.load('login');
  // React asks again while it waits.
  expect(words.load('login')).toBe(load);
  await load;
  expect(words.load('login')).toBeUndefined();
  expect(words.i18n._(hello)).toBe('Hola, Ana');
  expect(words.i18n._(prices)).toBe('Precios');
  expect(fetchJson).toHaveBeenCalledTimes(1);
});

test('shows English if the words can’t be loaded', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const { words } = inBrowser({});
  await words.load('login');
  expect(words.load('login')).toBeUndefined();
  expect(words.i18n._(hello)).toBe('Hello Ana');
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});

test('a page in English brings no words and loads none', () => {
  expect(wordsIn('en').forPage('site/fees/page')).toBeNull();
  expect(wordsIn('en').load('site/fees/page')).toBeUndefined();
});

test('on the server, a page brings the words of the root and of its route, and knows all', () => {
  provideAllWords({
    folder: '/assets/words-1a',
    routes: { root: ['r'], 'site/fees/page': [prices.id, 'untranslated'], other: ['o'] },
    languages: { es: { r: ['Raíz'], o: ['Otro'], [prices.id]: ['Precios'] } },
  });
  const words = wordsIn('es');
  expect(words.forPage('site/fees/page')).toEqual({
    folder,
    route: 'site/fees/page',
    messages: { r: ['Raíz'], [prices.id]: ['Precios'] },
  });
  expect(words.forPage('unknown')?.messages).toEqual({ r: ['Raíz'] });
  expect(words.i18n._({ id: 'o' })).toBe('Otro');
  expect(readerIn('es').t(prices)).toBe('Precios');
  expect(readerIn('en').t(prices)).toBe('Prices');
});

test('a folder of a language that is not known stops the server', () => {
  expect(() => provideAllWords({ folder: '', routes: {}, languages: { xx: {} } })).toThrow('locales/xx');
});

test('the office’s words replace ours, also on the next page', async () => {
  const { words } = inBrowser({
    [`${folder}/login.json`]: Promise.resolve({ [hello.id]: ['Hola, ', ['name']] as never }),
  });
  const own = { [prices.id]: ['Tarifas'], [hello.id]: ['Qué tal, ', ['name']] } as never;
  expect(words.with(own)._(prices)).toBe('Tarifas');
  await words.load('login');
  expect(words.with(own)._(hello)).toBe('Qué tal, Ana');
});

test('a reader without the office’s words doesn’t take them from the page', async () => {
  const { words } = inBrowser({
    [`${folder}/login.json`]: Promise.resolve({ [prices.id]: ['Precios'] as never }),
  });
  words.with({ [prices.id]: ['Tarifas'] } as never);
  words.with(undefined);
  await words.load('login');
  expect(words.i18n._(prices)).toBe('Tarifas');
});

test('the office’s English words are not kept for the next page of the server', () => {
  provideAllWords({ folder: '', routes: {}, languages: {} });
  const { i18n } = wordsIn('en');
  expect(
    wordsIn('en')
      .with({ [prices.id]: ['What it costs'] } as never)
      ._(prices),
  ).toBe('What it costs');
  expect(i18n._(prices)).toBe('Prices');
  expect(wordsIn('en').with(undefined)).toBe(i18n);
});
