import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { revealAnswer } from './forms-query.ts';

const REVEAL_MS = 60_000;

/**
 * Revealed answers. They are kept in component state only, and masked again after a minute, on unmount, and
 * when the window is hidden.
 */
export function useReveals(formId: string) {
  const [revealed, setRevealed] = useState<Readonly<Record<string, string>>>({});
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  // No cache: an answer must not outlive the screen.
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
          // The window was hidden while the answer was loading.
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
