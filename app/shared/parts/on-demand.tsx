import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { PlainButton } from '#app/ui/actions/plain-button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { firstScreen, onFirstScreen } from '../browser/first-screen.ts';
import { loadOnline } from '../browser/load-online.ts';
import { createFailedParts } from './failed-parts.ts';

const failedParts = createFailedParts();
if (typeof window !== 'undefined') window.addEventListener('online', failedParts.retryAll);

/**
 * A part of a portal page that its first screen doesn't need. Its script loads after the screen, or when the part is
 * shown. Unlike a lazy component, one that can't be loaded doesn't break the page.
 * @param waiting shown until the script is here
 * @param when `after` for a part that is drawn with the page but must not delay the answers that its first screen waits for
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
  when: 'shown' | 'after' = 'shown',
): ComponentType<Props> {
  let Part: ComponentType<Props> | null = null;

  async function loadPart(): Promise<void> {
    if (when === 'after') await firstScreen();
    Part ??= await loadOnline(load);
  }
  // On the server, no screen is ever shown.
  onFirstScreen(() => void loadPart().catch(() => undefined));

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, by the module of its page
  return function OnDemand(props: Props) {
    const { t } = useLingui();
    const [attempt, setAttempt] = useState(0);
    const [part] = useState(() => failedParts.open(() => setAttempt((attempt) => attempt + 1)));
    const showsFailure = useSyncExternalStore(
      failedParts.subscribe,
      () => part.showsFailure,
      () => false,
    );
    const [{ error }, setOutcome] = useState<{ error?: unknown }>({});
    // What this render shows: the script may arrive between it and its effect.
    const Shown = Part;
    const isShown = Shown !== null;

    useEffect(() => {
      if (isShown && attempt === 0) return;
      let isMounted = true;
      loadPart().then(
        () => {
          failedParts.clear(part);
          if (isMounted) setOutcome({});
        },
        (error: unknown) => {
          if (!isMounted) return;
          failedParts.fail(part);
          setOutcome({ error });
        },
      );
      return () => {
        isMounted = false;
      };
    }, [attempt, isShown, part]);
    useEffect(() => () => failedParts.clear(part), [part]);

    if (Shown) return <Shown {...props} />;
    if (error === undefined || !showsFailure) return waiting;
    // A new release has other scripts.
    const isGone = attempt > 0 && navigator.onLine !== false;
    const reload = () => window.location.reload();
    return (
      <Banner
        kind="danger"
        announce
        actions={
          <PlainButton variant="secondary" onPress={isGone ? reload : failedParts.retryAll}>
            {isGone ? <Trans>Reload the page</Trans> : <Trans>Try again</Trans>}
          </PlainButton>
        }
      >
        {messageOf(error, t)}
      </Banner>
    );
  };
}
