import { Trans, useLingui } from '@lingui/react/macro';
import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Group } from 'react-aria-components/Group';
import { Button } from '#app/ui/actions/button.tsx';
import { revealReasons } from '#domain/tax-form/staff/reveal-reasons.ts';
import { Countdown } from './countdown.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import type { Reveals } from './use-reveals.ts';

/** Shows all numbers of the form, and hides what is shown. */
export function RevealBar({ reveals }: { reveals: Reveals }) {
  const { hidesAt, areAllShown, hideAll } = reveals;
  const bar = useRef<HTMLDivElement>(null);
  const wasAllShown = useRef(areAllShown);

  // The pressed button is replaced.
  useEffect(() => {
    if (areAllShown === wasAllShown.current) return;
    wasAllShown.current = areAllShown;
    if (document.activeElement === document.body) {
      bar.current?.querySelector('button')?.focus({ preventScroll: true });
    }
  }, [areAllShown]);

  return (
    <div ref={bar} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {hidesAt !== null && (
        <Button size="small" variant="secondary" icon={<EyeOff size={16} aria-hidden />} onPress={hideAll}>
          <Trans>Hide now</Trans>
        </Button>
      )}
      <Countdown until={hidesAt} areAllShown={areAllShown} />
      {!areAllShown && <Reasons reveals={reveals} />}
    </div>
  );
}

/** One click gives the reason and shows the numbers. */
function Reasons({ reveals: { asked, showAll } }: { reveals: Reveals }) {
  const { t } = useLingui();
  const labelId = useId();
  const [pressed, setPressed] = useState('');
  const [isTyping, setTyping] = useState(false);
  const isBusy = asked === 'all';

  function ask(reason: string) {
    setPressed(reason);
    void showAll(reason);
  }

  return (
    <Group aria-labelledby={labelId} className="flex flex-wrap items-center gap-2">
      <span id={labelId} className="flex items-center gap-2 text-sm font-semibold max-sm:basis-full">
        <Eye size={16} aria-hidden />
        <Trans>Show all numbers to:</Trans>
      </span>
      {revealReasons.map(({ recorded, label }) => (
        <Button
          key={recorded}
          size="small"
          variant="secondary"
          busy={isBusy && pressed === recorded}
          onPress={() => ask(recorded)}
        >
          {t(label)}
        </Button>
      ))}
      <Button size="small" variant="quiet" onPress={() => setTyping(true)}>
        <Trans>Another reason...</Trans>
      </Button>
      {isTyping && (
        <ReasonDialog
          onClose={() => setTyping(false)}
          onGiven={(reason) => {
            setTyping(false);
            ask(reason);
          }}
        />
      )}
    </Group>
  );
}
