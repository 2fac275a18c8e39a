import { msg } from '#domain/language/message.ts';
import type { FactsSection } from '../model/fields.ts';

export const team: FactsSection = {
  path: 'team',
  title: msg`Team`,
  groups: [
    {
      title: msg`Team`,
      hint: msg`Without people, the site has no part about your team.`,
      pages: ['/about-us'],
      fields: [
        {
          kind: 'rows',
          path: 'team',
          label: msg`People`,
          words: {
            add: msg`Add a person`,
            fresh: msg`New person`,
            numbered: (number) => msg`Person ${{ number }}`,
          },
          namedBy: 'name',
          isFolded: true,
          blank: { name: '', role: '', about: '', languages: [], portrait: null },
          fields: [
            { kind: 'text', path: 'name', label: msg`Name` },
            {
              kind: 'text',
              path: 'role',
              label: msg`What they do`,
              hint: msg`Such as “Preparer, personal returns”.`,
            },
            { kind: 'portrait', path: 'portrait', label: msg`Portrait`, optional: true },
            { kind: 'long', path: 'about', label: msg`About them`, hint: msg`Two or three sentences.` },
            {
              kind: 'words',
              path: 'languages',
              label: msg`Languages they speak`,
              hint: msg`With commas between them: English, Spanish`,
            },
          ],
        },
      ],
    },
  ],
};
