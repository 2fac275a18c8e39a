import { z } from 'zod';
import { plainText } from '#domain/texts/segments.ts';
import { type TextKind, textKinds, textWords } from '#domain/texts/wording.ts';
import { type Readers, readerIn } from '#server/language/readers.ts';
import { ofClient } from '#server/mail/letters/client-letters.ts';
import { pageIn } from '#server/mail/letters/letter.ts';
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
    const reader = readerIn(readers, language);
    const { shortName, contact } = live.current();
    const link = linkOf(kind, facts, (path) => pageIn({ siteUrl, reader }, path));
    const words = textWords(kind, { office: shortName, phone: contact.phone.display, link });
    return { kind, body: plainText(reader.t(words)) };
  };
}

function linkOf(kind: TextKind, facts: unknown, page: (path: string) => string): string {
  if (kind === 'invitation') return `${page('/join')}#${invited.parse(facts).code}`;
  if (kind === 'message') return ofClient(page('/account/messages'), announced.parse(facts).client_id);
  return page('/account');
}
