import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { focusField } from '#app/ui/fields/error-summary.tsx';
import { isLetterId, isTextId, type LetterId, type TextId } from '#domain/contact/letter-names.ts';
import { isLanguage, type Language, sourceLanguage } from '#domain/language/language.ts';
import { type WordedPage, wordedPaths } from '#domain/language/worded-pages.ts';
import { nameOfText } from '../model/problems.ts';
import { textsQuery } from '../office-api.ts';
import { partsOf } from './parts.ts';

export interface ShownText<Part extends string> {
  /** The page, or the mail. */
  part: Part;
  language: Language;
}

/** Which texts are shown, by the address: a reload shows the same ones, and so does the preview. */
function useShown<Part extends string>(isPart: (text: unknown) => text is Part, first: Part) {
  const [params, setParams] = useSearchParams();
  const [part, language] = [params.get('show'), params.get('in')];
  const shown: ShownText<Part> = {
    part: isPart(part) ? part : first,
    language: isLanguage(language) ? language : sourceLanguage,
  };
  const show = (change: Partial<ShownText<string>>) => {
    const next = { ...shown, ...change };
    setParams({ show: next.part, in: next.language }, { replace: true, preventScrollReset: true });
  };
  return [shown, show] as const;
}

const isWordedPage = (text: unknown): text is WordedPage => wordedPaths.some((path) => path === text);

const isWorded = (text: unknown): text is LetterId | TextId => isLetterId(text) || isTextId(text);

/** Also a text (SMS). */
export const useShownLetter = () => useShown(isWorded, 'appointment_booked');
/** Of a text there is nothing to preview: the first mail. */
export const usePreviewedLetter = () => useShown<LetterId>(isLetterId, 'appointment_booked');
export const useShownPage = () => useShown<WordedPage>(isWordedPage, '/tax-preparation-services');

/** Focuses a field by its name. Shows the page or the mail first if the field is of a text in another one. */
export function useGoToField() {
  const [params, setParams] = useSearchParams();
  const { data: all } = useQuery({ ...textsQuery(), enabled: false });
  const awaited = useRef<string>(null);

  // The promise of a navigation settles before the render.
  useEffect(() => {
    if (!params.has('show') || !awaited.current) return;
    focusField(awaited.current);
    awaited.current = null;
  }, [params]);

  return (field: string) => {
    const [path = '', language] = field.split('.');
    const part =
      isLanguage(language) &&
      !document.getElementById(field) &&
      partsOf(path === 'letters', all ?? { pages: [], letters: [] }).find(({ texts }) =>
        texts.some(({ text }) => nameOfText(path, language, text) === field),
      );
    if (!part) return focusField(field);
    awaited.current = field;
    setParams({ show: part.id, in: language }, { replace: true, preventScrollReset: true });
  };
}
