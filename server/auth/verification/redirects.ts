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
