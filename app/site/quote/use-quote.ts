import { useMemo, useRef, useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';
import { useHydrated } from '#app/shared/browser/use-hydrated.ts';
import { fromFragment, toFragment } from '#domain/quote/fragment.ts';
import type { StepId } from '#domain/quote/graph.ts';
import { answer, back, choose, isStep, type Quote, start } from '#domain/quote/quote.ts';

interface Entry {
  /** The fragment of the previous history entry, if Next led here. */
  from?: string;
}

export interface QuoteWay {
  quote: Quote;
  /** False until the browser's URL was read. */
  ready: boolean;
  choose: (chosen: readonly string[]) => void;
  next: () => void;
  back: () => void;
  restart: () => void;
}

/**
 * The path through the questions is in the URL, so reload, the browser's Back, and bookmarks work. A selection
 * replaces the history entry; an answer adds one. Answers to questions that the visitor left with Back are kept and
 * preselected when the question returns.
 */
export function useQuote(): QuoteWay {
  const location = useLocation();
  const { hash, search, state } = location;
  const navigate = useNavigate();
  const ready = useHydrated();
  const [kept, setKept] = useState('');
  /** The history entry that the last step left, so that a double tap is not two steps. */
  const left = useRef<Location>(undefined);
  const given = useRef(new Map<StepId, readonly string[]>());

  // Other fragments (the skip link) leave the answers unchanged.
  if (ready && hash !== kept && fromFragment(hash)) setKept(hash);
  const quote = useMemo(() => fromFragment(kept) ?? start(), [kept]);

  const entry: Entry = typeof state === 'object' && state !== null ? state : {};
  const go = (to: Quote, how: { replace: boolean; state: Entry }) => {
    // Synchronous, so that two quick taps don't overwrite each other. The scroll position stays.
    void navigate({ search, hash: toFragment(to) }, { ...how, flushSync: true, preventScrollReset: true });
  };
  const once = (step: () => void) => {
    if (left.current === location) return;
    left.current = location;
    step();
  };

  const remember = (chosen: readonly string[]) => {
    if (isStep(quote.at)) given.current.set(quote.at, chosen);
  };
  const offered = (to: Quote): Quote => (isStep(to.at) ? choose(to, given.current.get(to.at) ?? []) : to);

  return {
    quote,
    ready,
    choose: (chosen) => {
      remember(chosen);
      go(choose(quote, chosen), { replace: true, state: entry });
    },
    next: () =>
      once(() => {
        remember(quote.chosen);
        go(offered(answer(quote)), { replace: false, state: { from: toFragment(quote) } });
      }),
    back: () =>
      once(() => {
        remember(quote.chosen);
        const before = back(quote);
        // Only if the previous history entry is known to be the previous question. A bookmark may have none, or one
        // of another site.
        if (entry.from === toFragment(before)) void navigate(-1);
        else go(before, { replace: true, state: {} });
      }),
    restart: () =>
      once(() => {
        given.current.clear();
        go(start(), { replace: false, state: {} });
      }),
  };
}
