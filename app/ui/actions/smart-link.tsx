import { Trans } from '@lingui/react/macro';
import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { Link } from '#app/language/links.tsx';

export interface SmartLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string;
  /** Passed to the next page in the history entry, not in the URL. */
  state?: unknown;
  replace?: boolean;
  children: ReactNode;
}

/**
 * A link to a page of the site (its English path), another site, a phone number, or an email address. Other sites open
 * in a new tab.
 */
export function SmartLink({ to, state, replace, children, ...rest }: SmartLinkProps) {
  if (to.startsWith('/')) {
    return (
      <Link {...rest} to={to} state={state} replace={replace ?? false}>
        {children}
      </Link>
    );
  }
  const elsewhere = /^https?:/.test(to);
  return (
    <a {...rest} href={to} {...(elsewhere ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
      {children}
      {elsewhere && (
        <span className="sr-only">
          {' '}
          <Trans>(opens in a new tab)</Trans>
        </span>
      )}
    </a>
  );
}
