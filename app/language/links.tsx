import type { ComponentProps } from 'react';
import { useCallback } from 'react';
import type { To } from 'react-router';
import * as router from 'react-router';
import { type Language, localizePath } from '#domain/language/language.ts';
import { useLanguage } from './language.tsx';

// React Router's links and navigation, which stay in the language of the page, and with the client that the person works
// for. Pages and components use these, with the English path.

export function Link(props: ComponentProps<typeof router.Link>) {
  return <router.Link {...props} to={useTarget(props.to)} />;
}

export function NavLink(props: ComponentProps<typeof router.NavLink>) {
  return <router.NavLink {...props} to={useTarget(props.to)} />;
}

export function Navigate(props: ComponentProps<typeof router.Navigate>) {
  return <router.Navigate {...props} to={useTarget(props.to)} />;
}

function useTarget(to: router.To): router.To {
  return localizeTo(keepClient(to, router.useLocation()), useLanguage());
}

export function useNavigate(): router.NavigateFunction {
  const navigate = router.useNavigate();
  const language = useLanguage();
  return useCallback(
    (to: router.To | number, options?: router.NavigateOptions) =>
      typeof to === 'number'
        ? navigate(to)
        : navigate(localizeTo(keepClient(to, window.location), language), options),
    [navigate, language],
  );
}

/** The target in a language. A relative one, or the address of another site, stays as it is. */
export function localizeTo(to: router.To, language: Language): router.To {
  if (typeof to === 'string') return isPath(to) ? localizePath(to, language) : to;
  return isPath(to.pathname) ? { ...to, pathname: localizePath(to.pathname, language) } : to;
}

function isPath(text: string | undefined): text is string {
  return text?.startsWith('/') ?? false;
}

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
