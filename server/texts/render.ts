import { z } from 'zod';
import { pathInMail } from '#domain/language/language.ts';
import { plainText } from '#domain/texts/segments.ts';
import { type TextKind, textKinds, textWords } from '#domain/texts/wording.ts';
import { type Readers, readerIn } from '#server/language/readers.ts';
import type { Office } from '#server/office/office.ts';

interface Deps {
  office: Pick<Office, 'current'>;
  siteUrl: string;
  readers: Readers;
}

const invited = z.object({ code: z.string().regex(/^[0-9A-Z]{10}$/) });

/** Writes a text that is queued by its kind. Throws if the kind is unknown or a fact is missing. */
export type RenderText = (text: { kind: string; facts: unknown; language: string | null }) => {
  kind: TextKind;
  body: string;
};

export function createTextRenderer({ office: live, siteUrl, readers }: Deps): RenderText {
  return ({ kind: name, facts, language }) => {
    const kind = textKinds.find((one) => one === name);
    if (kind === undefined) throw new Error(`there is no text "${name}"`);
    const { t, language: inLanguage } = readerIn(readers, language);
    const { shortName, contact } = live.current();
    const page = (path: string) => `${siteUrl}${pathInMail(path, inLanguage)}`;
    const link = kind === 'invitation' ? `${page('/join')}#${invited.parse(facts).code}` : page('/account');
    const words = textWords(kind, { office: shortName, phone: contact.phone.display, link });
    return { kind, body: plainText(t(words)) };
  };
}
