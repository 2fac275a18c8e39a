import { msg } from '#domain/language/message.ts';
import type { FactsSection } from '../model/fields.ts';

export const spanish: FactsSection = {
  path: 'spanish',
  title: msg`In Spanish`,
  groups: [
    {
      title: msg`Your texts in Spanish`,
      hint: msg`Everything that you wrote in English in the other sections. An empty field shows the English text. If you change an English text, translate it here again.`,
      pages: ['/fees', '/about-us', '/contact-us'],
      fields: [
        { kind: 'translations', path: 'translations.es', label: msg`Spanish texts`, language: msg`Spanish` },
      ],
    },
  ],
};
