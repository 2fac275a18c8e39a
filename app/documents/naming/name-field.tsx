import { Trans } from '@lingui/react/macro';
import { Button } from '#app/ui/actions/button.tsx';
import { TextField, type TextFieldProps } from '#app/ui/fields/text-field.tsx';
import type { Outcome } from '../store/messages.ts';

interface NameFieldProps extends Pick<TextFieldProps, 'label' | 'hint' | 'inputRef' | 'value' | 'onChange'> {
  problem: Pick<Outcome, 'message' | 'freeName'> | undefined;
  isBusy: boolean;
  /** Takes the free name that is offered if the wanted one is not. */
  onTake: (name: string) => void;
}

/** A new name for a file or folder. */
export function NameField({ problem, isBusy, onTake, ...field }: NameFieldProps) {
  const { freeName } = problem ?? {};
  return (
    <>
      <TextField {...field} error={problem?.message} autoComplete="off" autoFocus />
      {freeName && (
        <div className="mt-3 flex flex-col items-start gap-2">
          <p className="text-sm text-muted">
            <Trans>That name is already taken here. You can use this one:</Trans>
          </p>
          <Button
            variant="secondary"
            isDisabled={isBusy}
            onPress={() => onTake(freeName)}
            className="max-w-full text-left"
          >
            <span className="min-w-0 wrap-anywhere">
              <Trans>Use “{freeName}”</Trans>
            </span>
          </Button>
        </div>
      )}
    </>
  );
}
