import { useEffect } from 'react';
import { useNavigate } from '#app/language/links.tsx';

/** Redirects after a delay in milliseconds. Replaces this page in the history, since it is of no use anymore. */
export function DelayedRedirect({ to, after }: { to: string; after: number }) {
  const navigate = useNavigate();

  useEffect(() => {
    const timer = setTimeout(() => void navigate(to, { replace: true }), after);
    return () => clearTimeout(timer);
  }, [navigate, to, after]);

  return null;
}
