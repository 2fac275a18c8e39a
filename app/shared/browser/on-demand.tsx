import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { onClientLoaded } from '../session/client-signal.ts';

/**
 * A part of a portal page that its first screen doesn't need. Its script loads after the screen, as the session's
 * library does, or when the part is shown. Unlike a lazy component, one that can't be loaded doesn't break the page.
 * @param waiting shown until the script is here
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): ComponentType<Props> {
  let Part: ComponentType<Props> | null = null;

  async function loadPart(): Promise<void> {
    Part ??= await load();
  }
  // On the server, no client is ever loaded.
  onClientLoaded(() => void loadPart().catch(() => undefined));

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, by the module of its page
  return function OnDemand(props: Props) {
    const { t } = useLingui();
    const [attempt, setAttempt] = useState(0);
    const [{ error }, setOutcome] = useState<{ error?: unknown }>({});

    useEffect(() => {
      if (Part && attempt === 0) return;
      let isShown = true;
      loadPart().then(
        () => isShown && setOutcome({}),
        (error: unknown) => isShown && setOutcome({ error }),
      );
      return () => {
        isShown = false;
      };
    }, [attempt]);

    if (Part) return <Part {...props} />;
    if (error === undefined) return waiting;
    return (
      <Banner
        kind="danger"
        announce
        actions={
          <Button variant="secondary" onPress={() => setAttempt(attempt + 1)}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {messageOf(error, t)}
      </Banner>
    );
  };
}
