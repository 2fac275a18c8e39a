import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { readMailedLink } from './mailed-link.ts';

/** Loads the page again when a link to it is opened in its own tab: that changes the fragment only. */
export function useOpenedHere(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const load = () => {
      if (readMailedLink(window.location.hash) !== null) void revalidate();
    };
    window.addEventListener('hashchange', load);
    return () => window.removeEventListener('hashchange', load);
  }, [revalidate]);
}
