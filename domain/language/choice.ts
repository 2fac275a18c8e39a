/** The language that a person chose, and the ones that their browser prefers. */
import { isLanguage, type Language } from './language.ts';

const COOKIE = 'lang';
const YEAR = 365 * 24 * 60 * 60;

/** For `Set-Cookie` and `document.cookie`. It decides wording only, so scripts may read it. */
export function choiceCookie(language: Language): string {
  return `${COOKIE}=${language}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
}

/** The choice in a `Cookie` header or `document.cookie`. Null if there is none, or if it is not a language of ours. */
export function chosenLanguage(cookies: string | null | undefined): Language | null {
  const values = (cookies ?? '').split(';').map((cookie) => cookie.trim().split('='));
  const chosen = values.find(([name, value]) => name === COOKIE && isLanguage(value))?.[1];
  return isLanguage(chosen) ? chosen : null;
}

/** The first of a browser's languages that is one of ours: "es" for `['fr', 'es-MX', 'en']`. */
export function preferredLanguage(tags: readonly string[]): Language | null {
  return tags.map((tag) => tag.split('-', 1)[0]?.toLowerCase()).find(isLanguage) ?? null;
}

/** The languages of an `Accept-Language` header, the most wanted first. */
export function acceptedTags(header: string | undefined): string[] {
  const wanted = (header ?? '').split(',').map((part) => {
    const [tag = '', quality] = part.split(/;\s*q=/);
    return { tag: tag.trim(), quality: Number(quality ?? 1) };
  });
  return wanted
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
