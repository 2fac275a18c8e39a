import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

const page = '/reset-password';

/** A recovery link may open any page, which then redirects with the fragment unchanged. */
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
