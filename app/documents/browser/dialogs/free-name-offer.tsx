import { Button } from '#app/ui/actions/button.tsx';

export interface FreeNameOfferProps {
  freeName: string;
  isDisabled: boolean;
  onTake: (name: string) => void;
}

/** Shown below a name that is taken: a button that enters the next free name. */
export function FreeNameOffer({ freeName, isDisabled, onTake }: FreeNameOfferProps) {
  return (
    <div className="mt-3 flex flex-col items-start gap-2">
      <p className="text-sm text-muted">That name is already taken here. This one is free:</p>
      <Button
        variant="secondary"
        isDisabled={isDisabled}
        onPress={() => onTake(freeName)}
        className="max-w-full text-left"
      >
        <span className="min-w-0 wrap-anywhere">Use “{freeName}”</span>
      </Button>
    </div>
  );
}
