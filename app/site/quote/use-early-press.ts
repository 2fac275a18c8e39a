import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { isAnswer } from '#domain/quote/quote.ts';
import type { QuoteWay } from './use-quote.ts';

/**
 * On a slow line the first question is there, and answered, before its script. React finds the pressed box as it is
 * and hears of it only when another one is pressed: without this, Next would stay closed.
 */
export function useEarlyPress(
  form: RefObject<HTMLFormElement | null>,
  { quote, ready, choose }: QuoteWay,
): void {
  const early = useRef<string>(undefined);

  // Before the first render in the browser's own state, which would take the mark out of the box.
  useLayoutEffect(() => {
    early.current = form.current?.querySelector<HTMLInputElement>('input:checked')?.value;
  }, [form]);

  useEffect(() => {
    if (!ready) return;
    const pressed = early.current;
    early.current = undefined;
    if (pressed === undefined || quote.at !== 'start' || quote.chosen.length > 0) return;
    if (isAnswer('start', [pressed])) choose([pressed]);
  });
}
