import { useMemo, useRef, useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';
import { useHydrated } from '#app/client/use-hydrated.ts';
import { fromFragment, toFragment } from '#domain/quote/fragment.ts';
import { answer, back, choose, type Quote, start } from '#domain/quote/quote.ts';

interface Entry {
  /** The fragment from which Next came here: the entry before this one in the browser's history. */
  from?: string;
}

export interface QuoteWay {
  quote: Quote;
  /** False until the browser's own address is read. */
  ready: boolean;
  choose: (chosen: readonly string[]) => void;
  next: () => void;
  back: () => void;
  restart: () => void;
}

/**
 * The way through the questions lives in the address and nowhere else, so a reload, the browser's Back and a
 * bookmark all find it. What is being chosen replaces the entry, an answer makes a new one.
 */
export function useQuote(): QuoteWay {
  const location = useLocation();
  const { hash, search, state } = location;
  const navigate = useNavigate();
  const ready = useHydrated();
  const [kept, setKept] = useState('');
  /** The visit of an entry that a step has left: a second press of a hurried thumb is not a second step. */
  const left = useRef<Location>(undefined);

  // The fragment of something else (the link that skips to the content) leaves the answers as they are.
  if (ready && hash !== kept && fromFragment(hash)) setKept(hash);
  const quote = useMemo(() => fromFragment(kept) ?? start(), [kept]);

  const entry: Entry = typeof state === 'object' && state !== null ? state : {};
  const go = (to: Quote, how: { replace: boolean; state: Entry }) => {
    // At once: two quick taps must each find the other's tick. And the page stays where it is.
    void navigate({ search, hash: toFragment(to) }, { ...how, flushSync: true, preventScrollReset: true });
  };
  const once = (step: () => void) => {
    if (left.current === location) return;
    left.current = location;
    step();
  };

  return {
    quote,
    ready,
    choose: (chosen) => go(choose(quote, chosen), { replace: true, state: entry }),
    next: () => once(() => go(answer(quote), { replace: false, state: { from: toFragment(quote) } })),
    back: () =>
      once(() => {
        const before = back(quote);
        // Only where the entry before is known to be the question before: a bookmark has none, or another site's.
        if (entry.from === toFragment(before)) void navigate(-1);
        else go(before, { replace: true, state: {} });
      }),
    restart: () => once(() => go(start(), { replace: false, state: {} })),
  };
}
