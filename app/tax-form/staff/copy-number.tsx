import { Trans, useLingui } from '@lingui/react/macro';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { type CopyLine, copiedNumber } from '#domain/tax-form/staff/copy-lines.ts';
import { shownIdOf } from './answer-line.tsx';
import type { Copying } from './use-copy.ts';
import type { Reveals } from './use-reveals.ts';

interface CopyNumberProps {
  line: CopyLine;
  reveals: Reveals;
  copying: Copying;
  onClose: () => void;
}

/** Asks before a masked number is shown and copied. */
export function CopyNumber({ line, reveals, copying, onClose }: CopyNumberProps) {
  const { t } = useLingui();
  const { path, question } = line;

  async function showAndCopy() {
    const number = await reveals.show(path);
    onClose();
    if (number !== null) await copying.copy(line, copiedNumber(number), shownIdOf(path));
  }

  return (
    <ConfirmDialog
      isOpen
      title={t`Show this number?`}
      confirmLabel={t`Show and copy`}
      busy={reveals.asked === path}
      onConfirm={() => void showAndCopy()}
      onCancel={onClose}
    >
      <Trans>“{question}” is masked. To copy it, we show it and record your name and the time.</Trans>
    </ConfirmDialog>
  );
}
