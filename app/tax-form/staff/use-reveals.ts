import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { revealAnswer } from './forms-query.ts';

/** How long a revealed answer stands on the screen. */
const REVEAL_MS = 60_000;

/**
 * Answers that staff have asked to see. They live in this screen alone: masked again after a minute, and as soon as
 * the form is left or the window is out of sight.
 */
export function useReveals(formId: string) {
  const [revealed, setRevealed] = useState<Readonly<Record<string, string>>>({});
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  // Not kept: an answer in a cache would outlive the screen.
  const asking = useMutation({ mutationFn: (path: string) => revealAnswer(formId, path), gcTime: 0 });

  function hide(path: string) {
    clearTimeout(timers.current.get(path));
    timers.current.delete(path);
    setRevealed(({ [path]: _, ...others }) => others);
  }

  useEffect(() => {
    const running = timers.current;
    const hideAll = () => {
      for (const timer of running.values()) clearTimeout(timer);
      running.clear();
      setRevealed({});
    };
    const look = () => document.hidden && hideAll();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      for (const timer of running.values()) clearTimeout(timer);
    };
  }, []);

  return {
    revealed,
    hide,
    asked: asking.isPending ? asking.variables : null,
    error: asking.error,
    reveal: (path: string) =>
      asking.mutate(path, {
        onSuccess: (answer) => {
          // The answer was on its way when the window went out of sight.
          if (document.hidden) return;
          setRevealed((others) => ({ ...others, [path]: answer }));
          clearTimeout(timers.current.get(path));
          timers.current.set(
            path,
            setTimeout(() => hide(path), REVEAL_MS),
          );
          asking.reset();
        },
      }),
  };
}
