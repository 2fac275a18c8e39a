import type { MessageDescriptor } from '@lingui/core';
import { isSuperRole } from '#domain/account/roles.ts';
import { folded } from '#domain/text/unicode.ts';
import { factsSections, officeSections, officeUrl } from '../office/sections.ts';
import { sectionsFor } from '../shell/sections.ts';

export interface FoundPage {
  label: string;
  to: string;
}

/**
 * The staff pages whose names contain the text; without one, the main pages.
 * @param term as typed
 * @param nameOf the label in the person's language
 */
export function pagesFor(
  term: string,
  role: string | undefined,
  nameOf: (label: MessageDescriptor) => string,
): FoundPage[] {
  const wanted = folded(term.trim());
  const main = sectionsFor(role).map(({ label, to }) => ({ label: nameOf(label), to }));
  if (wanted === '') return main;
  const ofOffice = isSuperRole(role ?? '')
    ? [...officeSections, ...factsSections].map((section) => ({
        label: nameOf(section.label),
        to: officeUrl(section),
      }))
    : [];
  return [...main, ...ofOffice].filter(({ label }) => folded(label).includes(wanted));
}
