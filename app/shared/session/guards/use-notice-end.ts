import { useEffect } from 'react';
import { callOwn } from '../../api/own-fetch.ts';

/** Between two looks while a person types. */
const LOOK_MS = 15_000;

/** A person who types for long sends nothing, and would learn only at the end that their session has ended. */
export function useNoticeEnd(): void {
  useEffect(() => {
    let last = performance.now();
    const look = () => {
      if (performance.now() - last < LOOK_MS) return;
      last = performance.now();
      // What follows from a refusal is not decided here.
      callOwn('/auth/v1/user').catch(() => undefined);
    };
    document.addEventListener('input', look, true);
    return () => document.removeEventListener('input', look, true);
  }, []);
}
