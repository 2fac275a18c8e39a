import { Button } from '#app/ui/actions/button.tsx';
import type { ButtonVariant } from '#app/ui/actions/button-style.ts';
import type { useRowAction } from './use-row-action.ts';

interface ActionButtonProps extends Pick<ReturnType<typeof useRowAction>, 'runAction' | 'isBusy'> {
  label: string;
  /** The row's subject, for screen readers. */
  about: string;
  row: string;
  run: () => PromiseLike<{ error: unknown }>;
  successMessage: string;
  undo?: () => PromiseLike<{ error: unknown }>;
  variant?: ButtonVariant;
}

export function ActionButton({
  label,
  about,
  row,
  run,
  successMessage,
  undo,
  variant = 'secondary',
  runAction,
  isBusy,
}: ActionButtonProps) {
  return (
    <Button
      variant={variant}
      size="small"
      aria-label={`${label}: ${about}`}
      busy={isBusy(row, label)}
      className="max-lg:min-h-11 max-lg:px-2"
      onPress={() => runAction({ row, label, run, successMessage, ...(undo && { undo }) })}
    >
      {label}
    </Button>
  );
}
