import type { MessageDescriptor } from '@lingui/core';
import { factsSections, officeSections, officeUrl } from '#app/office/queries.ts';
import { isSuperRole } from '#domain/account/roles.ts';
import { isFound } from '#domain/text/search.ts';
import { sectionsFor } from '../sections.ts';

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
  const main = sectionsFor(role).map(({ label, to }) => ({ label: nameOf(label), to }));
  if (term.trim() === '') return main;
  const ofOffice = isSuperRole(role ?? '')
    ? [...officeSections, ...factsSections].map((section) => ({
        label: nameOf(section.label),
        to: officeUrl(section),
      }))
    : [];
  return [...main, ...ofOffice].filter(({ label }) => isFound(label, term));
}
