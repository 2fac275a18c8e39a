import type { ComponentType, ReactNode } from 'react';
import { useMatches } from 'react-router';

/** What a route may export as `handle`. */
export interface Handle {
  /** Without the site's header and footer. */
  bare?: boolean;
  /** Instead of the site's header and footer. A component, since its scripts then load with the route. */
  shell?: ComponentType<{ children: ReactNode }>;
  /** Nothing may be advertised beside the page. */
  withoutOffers?: boolean;
  /** Nothing on the page needs a script. */
  withoutScript?: boolean;
  /** Nothing on the page works without scripts. */
  needsScripts?: boolean;
  /** For the server: without its scripts, the page is empty. */
  scriptsFirst?: boolean;
  /** For the server: the page's scripts come before its fonts. */
  fontsLast?: boolean;
}

/** Of the routes that match the address, from the outside in. */
export function useHandles(): Handle[] {
  return useMatches().map(({ handle }) => (typeof handle === 'object' && handle !== null ? handle : {}));
}
