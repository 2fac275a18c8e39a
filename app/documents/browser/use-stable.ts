import { useEffect, useMemo, useRef } from 'react';

/** The same functions for as long as the view lives, which do what the latest ones do: rows keep what they got. */
export function useStable<Item, Names extends string>(
  handlers: Record<Names, (item: Item) => void>,
): Record<Names, (item: Item) => void> {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  return useMemo(() => {
    const stable = { ...latest.current };
    for (const name in stable) stable[name] = (item) => latest.current[name](item);
    return stable;
  }, []);
}
