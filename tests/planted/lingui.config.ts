import { defineConfig } from '@lingui/conf';
import { createSwcExtractor } from '@lingui/native-tools';
import { macros } from '../../scripts/language/areas.mjs';

/** The catalog of this text was not extracted again. */
export default defineConfig({
  locales: ['es'],
  sourceLocale: 'en',
  catalogs: [{ path: 'locales/{locale}/outdated', include: ['domain/has-a-new-text.ts'] }],
  extractors: [createSwcExtractor()],
  macro: macros,
});
