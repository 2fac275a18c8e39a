import { useState } from 'react';

const made = (content: string) => ({ content, id: crypto.randomUUID() });

/**
 * An id for what a form sends. It stays while the content is the same, so that a second try after a lost answer changes
 * nothing.
 */
export function useIdOf(content: object): string {
  const now = JSON.stringify(content);
  const [last, setLast] = useState(() => made(now));
  if (last.content === now) return last.id;
  const next = made(now);
  setLast(next);
  return next.id;
}
