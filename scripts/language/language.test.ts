import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { areaOf, filesWithTexts } from './areas.mjs';
import { withCompiledMessages } from './compile-messages.mjs';
import { reachableFiles } from './module-graph.mjs';
import { collectWords } from './page-words.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

test.each([
  ['app/site/fees/page.tsx', 'site/fees'],
  ['app/site/not-found.tsx', 'site'],
  ['app/account/sign-in/login.tsx', 'account'],
  ['app/root.tsx', 'app'],
  ['domain/contact/greeting.ts', 'domain/contact'],
  ['server/mail/letters/auth-letters.ts', 'server'],
])('the texts of %s are in the catalog %s', (path, area) => {
  expect(areaOf(path)).toBe(area);
});

describe('in a folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nutmeg-language-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };

  test('a file has texts if it imports a macro, but not if it imports a type', async () => {
    await write('src/a.ts', `import { msg } from '#domain/language/message.ts';`);
    await write('src/b.tsx', `import {\n  Trans,\n  useLingui,\n} from '@lingui/react/macro';`);
    await write('src/c.ts', `import type { Translate } from '#domain/language/translate.ts';`);
    await write('src/d.test.ts', `import { msg } from '#domain/language/message.ts';`);
    expect(filesWithTexts(folder, ['src'])).toEqual(['src/a.ts', 'src/b.tsx']);
  });

  test('reaches what is imported, also later, but no types, packages, and styles', async () => {
    await write(
      'src/page.tsx',
      `import './a.css'; import x, { type B } from './x.ts'; import { lazy } from 'react';
      import type { T } from './types.ts'; export { y } from '#lib/y.ts'; const z = () => import('./later.tsx');`,
    );
    await write('src/x.ts', `import '../src/x.ts'; import { type T } from './types.ts';`);
    await write('src/later.tsx', '');
    await write('lib/y.ts', '');
    expect([...(await reachableFiles(folder, ['src/page.tsx']))].sort()).toEqual([
      'lib/y.ts',
      'src/later.tsx',
      'src/page.tsx',
      'src/x.ts',
    ]);
  });
});

test('compiles the messages that the transform marked, and nothing else', () => {
  const code = `const a = /*i18n*/ {\n  id: "x",\n  message: "Hi {name}, it’s “{n, plural, other {#}}”"\n};
const f = ({ dollars }) => /*i18n*/ ({ id: "f", message: "From {price}", values: { price: dollars(1) } });
const b = { message: "{not} a message" };
const c = <Trans_ {.../*i18n*/ { id: "y", message: "Hi <0/>" }} title={_(/*i18n*/ { id: "z", message: "Z" })}/>;`;
  const compiled = withCompiledMessages(code);
  expect(compiled).toContain('message: ["Hi ",["name"],", it’s “",["n","plural",{"other":["#"]}],"”"]');
  expect(compiled).toContain('{ message: "{not} a message" }');
  expect(compiled).toContain('message: ["From ",["price"]]');
  expect(compiled).toContain('id: "y", message: ["Hi <0/>"]');
  expect(compiled).toContain('id: "z", message: ["Z"]');
});

test('refuses a message that it can’t find', () => {
  expect(() => withCompiledMessages('const a = /*i18n*/ text;')).toThrow('Not every message');
});

describe('the words of pages', () => {
  test('are those that the page’s own files have, and no others', async () => {
    const { folder, routes, languages } = await collectWords(root);
    const textsOf = (route: string) => (routes[route] ?? []).map((id) => JSON.stringify(languages.es?.[id]));
    expect(textsOf('site/fees/page')).toContain('["Un solo precio por toda la declaración"]');
    expect(textsOf('account/sign-in/login')).toContain('["¿Olvidó su contraseña?"]');
    expect(textsOf('account/sign-in/login')).not.toContain('["Un solo precio por toda la declaración"]');
    expect(textsOf('site/not-found')).not.toContain('["Un solo precio por toda la declaración"]');
    expect(folder).toMatch(/^\/assets\/words-[0-9a-f]{8}$/);
    // The server's own texts are not for pages.
    const letter = Object.entries(languages.es ?? {}).find(([, text]) =>
      JSON.stringify(text).includes('Nunca le pediremos'),
    );
    expect(letter).toBeDefined();
    expect(Object.values(routes).flat()).not.toContain(letter?.[0]);
  });

  test('have no English word in the pseudo language, but the same values and tags', async () => {
    const { languages } = await collectWords(root, { pseudo: true });
    const texts = Object.values(languages.es ?? {}) as unknown[][];
    expect(texts.length).toBeGreaterThan(50);
    for (const text of texts.flat()) {
      if (typeof text === 'string') expect(text.replace(/<\/?\d+\/?>/g, '')).not.toMatch(/[A-Za-z]{2}/);
    }
    expect(texts.flat(2)).toContain('name');
  });
});
