import { Button } from '#app/ui/actions/button.tsx';
import type { ButtonVariant } from '#app/ui/actions/button-style.ts';
import type { useAct } from './use-act.ts';

interface ActButtonProps extends Pick<ReturnType<typeof useAct>, 'act' | 'isBusy'> {
  label: string;
  /** Whom or what it is about, for those who hear the button without its row. */
  about: string;
  /** The row's id. */
  row: string;
  run: () => PromiseLike<{ error: unknown }>;
  said: string;
  variant?: ButtonVariant;
}

/** Does one thing with one row. */
export function ActButton({
  label,
  about,
  row,
  run,
  said,
  variant = 'secondary',
  act,
  isBusy,
}: ActButtonProps) {
  return (
    <Button
      variant={variant}
      size="small"
      aria-label={`${label}: ${about}`}
      busy={isBusy(row, label)}
      className="max-lg:min-h-11 max-lg:px-2"
      onPress={() => act({ row, label, run, said })}
    >
      {label}
    </Button>
  );
}
