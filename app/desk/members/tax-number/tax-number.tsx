import { Trans, useLingui } from '@lingui/react/macro';
import { Check, Copy, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { taxNumberNames, writtenTaxNumber } from '#domain/clients/tax-number.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import type { KeptNumber } from './tax-number-query.ts';
import { useShownNumber } from './use-shown-number.ts';

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
