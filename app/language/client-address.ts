import type { To } from 'react-router';

const page = /^\/(account|secured-f)/;

/**
 * The target of a link on the page of a client: for the same client, as `client` in the address says. Without it, it is
 * the person's own. /manage has a parameter of the same name, for the client that staff look at.
 */
export function keepClient(to: To, from: { pathname: string; search: string }): To {
  const client = page.test(from.pathname) && /client=[^&]*/.exec(from.search);
  const path = String(to);
  return client && page.test(path) ? path.replace(/(?=#|$)/, (path.includes('?') ? '&' : '?') + client) : to;
}
