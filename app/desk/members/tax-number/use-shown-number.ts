import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useHiddenWindow } from '#app/shared/browser/use-hidden-window.ts';
import { maskedTaxNumber } from '#domain/clients/tax-number.ts';
import { SHOWN_MS } from '#domain/tax-form/staff/reveal-reasons.ts';
import { type KeptNumber, refetchTaxNumber, revealTaxNumber } from './tax-number-query.ts';

/**
 * A revealed number, by the same rules as those of a tax form: in component state only, and hidden after fifteen minutes,
 * on unmount, and when the window is hidden.
 */
export function useShownNumber(clientId: string, { kind, masked, updatedAt }: KeptNumber) {
  const queries = useQueryClient();
  const [shown, setShown] = useState<{ digits: string; of: string; until: number } | null>(null);
  /** Changes whenever the number is hidden, so that a late answer is not shown. */
  const round = useRef(0);
  const isShown = shown !== null && shown.of === updatedAt;

  function hide() {
    round.current += 1;
    setShown(null);
  }
  useHiddenWindow(hide);

  const until = shown?.until;
  useEffect(() => {
    if (until === undefined) return;
    // By the computer's clock: timers stop while it sleeps.
    const timer = setInterval(() => Date.now() >= until && setShown(null), 1000);
    return () => clearInterval(timer);
  }, [until]);

  return {
    /** The nine digits; null while they are masked. */
    digits: isShown ? shown.digits : null,
    hide,
    /** Throws what the server says. A number that was changed meanwhile is loaded again, masked. */
    async show(reason: string): Promise<void> {
      const started = round.current;
      const digits = await revealTaxNumber(clientId, reason);
      if (maskedTaxNumber(kind, digits) !== masked) {
        await refetchTaxNumber(queries, clientId);
        return;
      }
      if (round.current !== started || document.hidden) return;
      setShown({ digits, of: updatedAt, until: Date.now() + SHOWN_MS });
    },
  };
}
