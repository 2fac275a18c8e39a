import { Trans } from '@lingui/react/macro';
import { Button } from '#app/ui/actions/button.tsx';
import { TextField, type TextFieldProps } from '#app/ui/fields/text-field.tsx';
import type { Outcome } from '../store/messages.ts';

export type NameProblem = Pick<Outcome, 'message' | 'freeName'>;

interface NameFieldProps extends Pick<TextFieldProps, 'label' | 'hint' | 'inputRef' | 'value' | 'onChange'> {
  error: NameProblem | undefined;
  isBusy: boolean;
  /** Takes the free name that is offered if the wanted one is not. */
  onTake: (name: string) => void;
}

/** A new name for a file or folder. */
export function NameField({ error, isBusy, onTake, ...field }: NameFieldProps) {
  const { message, freeName } = error ?? {};
  return (
    <>
      <TextField {...field} error={message} autoComplete="off" autoFocus />
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
