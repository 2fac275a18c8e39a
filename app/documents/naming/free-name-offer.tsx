import { Trans } from '@lingui/react/macro';
import { Button } from '#app/ui/actions/button.tsx';

export interface FreeNameOfferProps {
  freeName: string;
  isDisabled: boolean;
  onTake: (name: string) => void;
}

export function FreeNameOffer({ freeName, isDisabled, onTake }: FreeNameOfferProps) {
  return (
    <div className="mt-3 flex flex-col items-start gap-2">
      <p className="text-sm text-muted">
        <Trans>That name is already taken here. You can use this one:</Trans>
      </p>
      <Button
        variant="secondary"
        isDisabled={isDisabled}
        onPress={() => onTake(freeName)}
        className="max-w-full text-left"
      >
        <span className="min-w-0 wrap-anywhere">
          <Trans>Use “{freeName}”</Trans>
        </span>
      </Button>
    </div>
  );
}
