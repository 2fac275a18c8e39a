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

const announced = z.object({ client_id: z.uuid().optional() });
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
    const page = ({ path, rest = '' }: Place) => `${siteUrl}${pathInMail(path, inLanguage)}${rest}`;
    const link = page(pathOf(kind, facts));
    const words = textWords(kind, { office: shortName, phone: contact.phone.display, link });
    return { kind, body: plainText(t(words)) };
  };
}

interface Place {
  path: string;
  /** After the path. */
  rest?: string;
}

function pathOf(kind: TextKind, facts: unknown): Place {
  switch (kind) {
    case 'invitation':
      return { path: '/join', rest: `#${invited.parse(facts).code}` };
    case 'message': {
      const { client_id: clientId } = announced.parse(facts);
      return { path: '/account/messages', ...(clientId !== undefined && { rest: `?client=${clientId}` }) };
    }
    default:
      return { path: '/account' };
  }
}
