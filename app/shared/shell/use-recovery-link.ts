import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useNavigate } from '#app/language/links.tsx';
import { localizePath, sourceLanguage } from '#domain/language/language.ts';

const page = '/reset-password';

/** A recovery link may open any page, which then redirects with the fragment unchanged. */
export function useRecoveryLink(): void {
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    const isThere = localizePath(pathname, sourceLanguage) === page;
    if (!isThere && isRecovery(hash)) void navigate(`${page}${hash}`, { replace: true });
  }, [pathname, hash, navigate]);
}

function isRecovery(hash: string): boolean {
  const fragment = new URLSearchParams(hash.slice(1));
  return fragment.get('type') === 'recovery' && fragment.has('access_token');
}
