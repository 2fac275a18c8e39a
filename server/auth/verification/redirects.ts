/**
 * Where a link in a mail may lead: a page of this site. Anything else becomes the site's first page, since the
 * address carries the keys of an account.
 */
export function allowedRedirect(asked: string | undefined, siteUrl: string): URL {
  const site = new URL(siteUrl);
  const wanted = asked === undefined || !URL.canParse(asked) ? site : new URL(asked);
  // Not by `origin`: that of `blob:https://site/...` is the site's.
  if (wanted.protocol !== site.protocol || wanted.host !== site.host) return site;
  wanted.username = '';
  wanted.password = '';
  return wanted;
}

type Facts = Record<string, string | number>;

/** The redirect with the facts behind `#`, which browsers never send to a server. */
export function withFragment(target: URL, facts: Facts): string {
  const url = new URL(target);
  url.hash = query(facts);
  return url.href;
}

export function withQuery(target: URL, facts: Facts): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(facts)) url.searchParams.set(name, String(value));
  return url.href;
}

function query(facts: Facts): string {
  return new URLSearchParams(Object.entries(facts).map(([name, value]) => [name, String(value)])).toString();
}
