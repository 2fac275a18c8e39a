import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { isAnswer } from '#domain/quote/quote.ts';
import type { QuoteWay } from './use-quote.ts';

/**
 * On a slow connection, the first question may be answered before hydration. React keeps the checked box but gets
 * no event for it, so without this hook, Next would stay disabled.
 */
export function useEarlyPress(
  form: RefObject<HTMLFormElement | null>,
  { quote, ready, choose }: QuoteWay,
): void {
  const early = useRef<string>(undefined);

  // Before the first client render, which would uncheck the box.
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
