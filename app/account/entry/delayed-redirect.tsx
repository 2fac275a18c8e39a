import { useEffect } from 'react';
import { type To, useNavigate } from 'react-router';

/** Redirects after a delay in milliseconds. Replaces this page in the history, since it is of no use any more. */
export function DelayedRedirect({ to, after }: { to: To; after: number }) {
  const navigate = useNavigate();
  const target = typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`;

  useEffect(() => {
    const timer = setTimeout(() => void navigate(target, { replace: true }), after);
    return () => clearTimeout(timer);
  }, [navigate, target, after]);

  return null;
}
