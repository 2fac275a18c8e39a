import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

const page = '/reset-password';

/** The link of a recovery mail may come out on any page: the one that reads it gets the fragment as it is. */
export function useRecoveryLink(): void {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    if (pathname !== page && isRecovery(hash)) void navigate(`${page}${hash}`, { replace: true });
  }, [pathname, hash, navigate]);
}

function isRecovery(hash: string): boolean {
  const fragment = new URLSearchParams(hash.slice(1));
  return fragment.get('type') === 'recovery' && fragment.has('access_token');
}
