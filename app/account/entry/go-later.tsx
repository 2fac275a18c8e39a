import { useEffect } from 'react';
import { type To, useNavigate } from 'react-router';

/** Leads on after a moment, in place of this page: the way back must not end at a door already passed. */
export function GoLater({ to, after }: { to: To; after: number }) {
  const navigate = useNavigate();
  const target = typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`;

  useEffect(() => {
    const timer = setTimeout(() => void navigate(target, { replace: true }), after);
    return () => clearTimeout(timer);
  }, [navigate, target, after]);

  return null;
}
