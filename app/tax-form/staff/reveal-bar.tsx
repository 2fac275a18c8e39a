import { Trans, useLingui } from '@lingui/react/macro';
import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Group } from 'react-aria-components/Group';
import { countdown } from '#app/shared/session/idle/idle.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { useTyped } from '#app/ui/fields/use-typed.ts';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { maxReasonLength, revealReasons, SHOWN_MS } from '#domain/tax-form/staff/reveal-reasons.ts';
import type { Reveals } from './use-reveals.ts';

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

const MINUTE = 60_000;

interface CountdownProps {
  /** Null while nothing is shown. */
  until: number | null;
  areAllShown: boolean;
}

/** "Hides in 14:32". Announced at the start and in the last minute only: an announcement every second would drown out everything else. */
function Countdown({ until, areAllShown }: CountdownProps) {
  const { t } = useLingui();
  const now = useNow(until !== null);
  // The clock may be older than the reveal until its first tick.
  const left = until === null ? null : Math.min(Math.max(0, until - now), SHOWN_MS);
  return (
    <>
      {left !== null && (
        <span role="timer" className="figures text-sm font-semibold">
          {t`Hides in ${{ time: countdown(Math.ceil(left / 1000)) }}`}
        </span>
      )}
      {/* Always there: screen readers announce changes only. */}
      <span role="status" className="sr-only">
        {left === null
          ? ''
          : left <= MINUTE
            ? t`The numbers are hidden in one minute.`
            : areAllShown
              ? t`All numbers are shown for 15 minutes.`
              : t`The number is shown for 15 minutes.`}
      </span>
    </>
  );
}

/** The time, each second. */
function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}

/** Asks in words why all numbers are to be shown. */
function ReasonDialog({ onGiven, onClose }: { onGiven: (reason: string) => void; onClose: () => void }) {
  const { t } = useLingui();
  const { value, setError, field } = useTyped();

  return (
    <FormDialog
      title={t`Why do you need the numbers?`}
      action={<Trans>Show all numbers</Trans>}
      onClose={onClose}
      onSubmit={() => (value.trim() === '' ? setError(t`Write your reason first`) : onGiven(value.trim()))}
    >
      <TextField
        autoFocus
        label={t`Your reason`}
        hint={t`We record it with your name and the time.`}
        maxLength={maxReasonLength}
        {...field}
      />
    </FormDialog>
  );
}
