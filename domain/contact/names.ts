/** Rules about how names are written. */

/** Characters of a referrer's name: at sign-up, in the profile and in the yearly form. */
export const maxReferrerLength = 100;

const LEGAL_FORM =
  /\b(?:llc|l\.l\.c|inc|incorporated|corp|corporation|llp|l\.l\.p|pllc|p\.c|ltd|limited|d\/b\/a|dba)\b/i;
/** Some are last names, too: "Church, Mary". */
const OF_BUSINESSES =
  /\b(?:co|company|lp|pc|trust|estate|foundation|church|association|assoc|partners|partnership|enterprises?|services?|group|holdings?|properties|restaurant|consulting|construction)\b/i;

export function hasLegalForm(name: string): boolean {
  return LEGAL_FORM.test(name);
}

export function isBusinessName(name: string): boolean {
  return LEGAL_FORM.test(name) || (!name.includes(',') && OF_BUSINESSES.test(name));
}

/** "Jr." and the like. */
export function isSuffix(word: string): boolean {
  return /^(?:jr|sr|ii|iii|iv|v|esq|md|cpa)\.?$/i.test(word);
}

/** "Mrs." and the like. */
export function isTitle(word: string): boolean {
  return /^(?:mr|mrs|ms|miss|mx|dr|prof|rev|hon|sra?|srta|dra)\.?$/i.test(word);
}

/** Programs print names in capitals; letters to clients don't. "MARIA O'NEIL-DIAZ" is Maria O'Neil-Diaz. */
export function inPrint(name: string): string {
  return /\p{Lu}{3}/u.test(name) && !/\p{Ll}/u.test(name) ? inLowerCase(name) : name;
}

export function inLowerCase(name: string): string {
  return name.replace(/\p{L}[\p{L}\p{M}]*/gu, (word) =>
    /^(?:II|III|IV)$/.test(word) ? word : word.slice(0, 1) + word.slice(1).toLowerCase(),
  );
}
