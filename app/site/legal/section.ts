import type { MessageDescriptor } from '@lingui/core';
import type { Translate } from '#domain/language/translate.ts';

export interface LegalSection<Text = string> {
  /** The anchor in the URL. */
  id: string;
  title: Text;
  paragraphs: readonly Text[];
  points?: readonly Text[];
}

export function inLanguage(
  sections: readonly LegalSection<MessageDescriptor>[],
  t: Translate,
): readonly LegalSection[] {
  return sections.map(({ id, title, paragraphs, points }) => ({
    id,
    title: t(title),
    paragraphs: paragraphs.map(t),
    ...(points && { points: points.map(t) }),
  }));
}
