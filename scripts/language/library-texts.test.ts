import { expect, test } from 'vitest';
import { libraryTexts } from './library-texts.mjs';

const { load } = libraryTexts() as { load: (id: string) => { code: string } | undefined };
const texts = '/node_modules/react-aria/dist/private/intl/dnd';

test('the library’s texts in other languages are its English ones', () => {
  expect(load(`${texts}/fr-FR.mjs`)?.code).toBe("export { default } from './en-US.mjs';");
});

test.each([`${texts}/en-US.mjs`, `${texts}/es-ES.mjs`, '/app/fr-FR.mjs'])('%s stays', (id) => {
  expect(load(id)).toBeUndefined();
});
