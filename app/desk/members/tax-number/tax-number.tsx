import { Trans, useLingui } from '@lingui/react/macro';
import { Check, Copy, Eye, EyeOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '#app/shared/api/use-action.ts';
import { useHiddenWindow } from '#app/shared/browser/use-hidden-window.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { useTyped } from '#app/ui/fields/use-typed.ts';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { maskedTaxNumber, taxNumberNames, writtenTaxNumber } from '#domain/clients/tax-number.ts';
import { maxReasonLength, revealReasons, SHOWN_MS } from '#domain/tax-form/staff/reveal-reasons.ts';
import { type KeptNumber, refetchTaxNumber, revealTaxNumber } from '../members-query.ts';

interface TaxNumberProps {
  clientId: string;
  kept: KeptNumber;
  onChange: () => void;
}

/** The tax number that is kept: masked, until someone says why they need it. */
export function TaxNumber({ clientId, kept, onChange }: TaxNumberProps) {
  const { t } = useLingui();
  const { digits, show, hide } = useShownNumber(clientId, kept);
  const [isAsking, setAsking] = useState(false);
  const [copied, setCopied] = useState<string | null>(null);
  const name = t(taxNumberNames[kept.kind]);

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      // The browser doesn't allow it. The number is on the screen, to be selected.
      setCopied(null);
    }
  }

  return (
    <span className="flex flex-wrap items-center gap-x-1">
      <span className="figures me-1">
        {name}{' '}
        {digits === null ? (
          kept.masked
        ) : (
          <>
            <span className="print:hidden">{writtenTaxNumber(kept.kind, digits)}</span>
            <span className="hidden print:inline">{kept.masked}</span>
          </>
        )}
      </span>
      <Button
        size="small"
        variant="quiet"
        icon={digits === null ? <Eye size={16} aria-hidden /> : <EyeOff size={16} aria-hidden />}
        aria-label={digits === null ? t`Show the ${{ name }}` : t`Hide the ${{ name }}`}
        onPress={() => (digits === null ? setAsking(true) : hide())}
      >
        {digits === null ? <Trans>Show</Trans> : <Trans>Hide</Trans>}
      </Button>
      {digits !== null && (
        <Button
          size="small"
          variant="quiet"
          icon={copied === digits ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          aria-label={t`Copy the ${{ name }}`}
          onPress={() => void copy(digits)}
        >
          {copied === digits ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
        </Button>
      )}
      <Button size="small" variant="quiet" aria-label={t`Change the ${{ name }}`} onPress={onChange}>
        <Trans>Change</Trans>
      </Button>
      <span role="status" className="sr-only">
        {digits === null ? '' : t`The number is shown for 15 minutes.`}
      </span>
      {isAsking && <ReasonDialog onGiven={show} onClose={() => setAsking(false)} />}
    </span>
  );
}

/**
 * A revealed number, by the same rules as those of a tax form: in component state only, and hidden after fifteen minutes,
 * on unmount, and when the window is hidden.
 */
function useShownNumber(clientId: string, { kind, masked, updatedAt }: KeptNumber) {
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
        await refetchTaxNumber(clientId);
        return;
      }
      if (round.current !== started || document.hidden) return;
      setShown({ digits, of: updatedAt, until: Date.now() + SHOWN_MS });
    },
  };
}

interface ReasonDialogProps {
  onGiven: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** Asks why the number is needed. The usual reasons are one press. */
function ReasonDialog({ onGiven, onClose }: ReasonDialogProps) {
  const { t } = useLingui();
  const { run, busy, problem } = useAction();
  const { value, setError, field } = useTyped();

  async function give(reason: string) {
    if (busy) return;
    if (await run(() => onGiven(reason))) onClose();
  }

  return (
    <FormDialog
      title={t`Why do you need the number?`}
      action={t`Show the number`}
      busy={busy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => (value.trim() === '' ? setError(t`Write your reason first`) : void give(value.trim()))}
    >
      <div className="flex flex-wrap gap-2">
        {revealReasons.map(({ recorded, label }) => (
          <Button
            key={recorded}
            size="small"
            variant="secondary"
            isDisabled={busy}
            onPress={() => void give(recorded)}
          >
            {t(label)}
          </Button>
        ))}
      </div>
      <TextField
        label={t`Another reason`}
        hint={t`We record it with your name and the time.`}
        autoComplete="off"
        maxLength={maxReasonLength}
        {...field}
      />
    </FormDialog>
  );
}
