import { useEffect } from 'react';
import type { To } from 'react-router';
import { useNavigate } from '#app/language/links.tsx';

/** Redirects after a delay in milliseconds. Replaces this page in the history, since it is of no use anymore. */
export function DelayedRedirect({ to, after }: { to: To; after: number }) {
  const navigate = useNavigate();
  const target = typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`;

  useEffect(() => {
    const timer = setTimeout(() => void navigate(target, { replace: true }), after);
    return () => clearTimeout(timer);
  }, [navigate, target, after]);

  return null;
}
