import { msg } from '#domain/language/message.ts';
import { wordedPaths } from '#domain/language/worded-pages.ts';
import type { FactsSection } from '../model/fields.ts';

/** The office's words in place of ours on the pages. */
export const wording: FactsSection = {
  path: 'wording',
  title: msg`Page texts`,
  groups: [
    {
      title: msg`Your own words on these pages`,
      hint: msg`Change what our pages say, in either language. Prices, hours, and names in a text come from the other sections.`,
      pages: wordedPaths,
      fields: [{ kind: 'wording', path: 'wording', label: msg`Page texts`, of: 'pages' }],
    },
  ],
};

/** The office's words in mails. */
export const letterWording: FactsSection = {
  path: 'emails',
  title: msg`Emails`,
  groups: [
    {
      title: msg`Your own words in emails`,
      hint: msg`Change what the portal’s emails say, in either language. Each person gets them in the language they chose. Emails to your own inbox stay as they are.`,
      hasLetters: true,
      fields: [{ kind: 'wording', path: 'letters', label: msg`Emails`, of: 'letters' }],
    },
  ],
};
