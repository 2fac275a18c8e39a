import { type Language, localizePath } from '#domain/language/language.ts';

/** The pages whose button uses a link up, by the `type` of the link. */
const PAGES: Record<string, string> = { signup: '/confirm-email', recovery: '/reset-password' };
/** For all other links, and for those that lead to other pages or apps. */
const ANY_LINK = '/open-link';

/** The page of a link of this type that leads nowhere else. */
export function pageOfType(type: string): string {
  return PAGES[type] ?? ANY_LINK;
}

interface Link {
  token: string;
  type: string;
  /** Where the person is to arrive after the press. */
  target: URL;
  siteUrl: string;
  language: Language;
}

/**
 * The address of the page that asks for a press. Opening it changes nothing, so mail scanners can't use the link up. The
 * token is in the fragment, which is in no log and no `Referer`.
 */
export function pageOfLink({ token, type, target, siteUrl, language }: Link): string {
  const secret = { token_hash: token, type };
  const isOwn = localizePath(target.pathname, 'en') === pageOfType(type);
  if (isOwn) return withFragment(target, secret);
  const page = new URL(siteUrl + localizePath(ANY_LINK, language));
  return withFragment(page, { ...secret, redirect_to: target.href });
}

/** A mailed link may only redirect to this site, since the URL carries tokens. Anything else becomes the home page. */
export function allowedRedirect(redirectTo: string | undefined, siteUrl: string): URL {
  const site = new URL(siteUrl);
  const target = redirectTo === undefined || !URL.canParse(redirectTo) ? site : new URL(redirectTo);
  // Not by `origin`: `blob:https://site/...` has the site's origin too.
  if (target.protocol !== site.protocol || target.host !== site.host) return site;
  target.username = '';
  target.password = '';
  return target;
}

type Parameters = Record<string, string | number>;

/** Adds parameters to the fragment, which browsers never send to a server. */
export function withFragment(target: URL, parameters: Parameters): string {
  const url = new URL(target);
  const pairs = Object.entries(parameters).map(([name, value]) => [name, String(value)]);
  url.hash = new URLSearchParams(pairs).toString();
  return url.href;
}

/** Adds parameters to the query. */
export function withQuery(target: URL, parameters: Parameters): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
  return url.href;
}
