// React Aria brings its own texts in thirty languages, in the scripts of each component. The site has fewer.
import { languages } from '../../domain/language/language.ts';

const TEXTS = /\/react-(?:aria|stately)\/dist\/private\/intl\/.+\/([a-z]{2})-[A-Z]{2}\.mjs$/;

/**
 * Replaces the library's texts in languages that the site doesn't have by its English ones.
 * @returns {import('vite').Plugin}
 */
export function libraryTexts() {
  return {
    name: 'library-texts',
    enforce: 'pre',
    load(id) {
      const [, language] = TEXTS.exec(id) ?? [];
      if (language === undefined || languages.includes(language)) return undefined;
      return { code: "export { default } from './en-US.mjs';", moduleType: 'js' };
    },
  };
}
