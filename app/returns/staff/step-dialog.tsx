import { useLingui } from '@lingui/react/macro';
import { useAction } from '#app/shared/api/use-action.ts';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { stepLabel } from '#domain/returns/step-label.ts';
import type { ReturnKind, ReturnStatus } from '#domain/returns/tax-return.ts';
import { type Step, StepForm, stepReturn } from './step-form.tsx';
import { useStepTaken } from './use-step-taken.ts';

export interface StepDialogProps {
  taxReturn: { id: string; clientId: string; year: number; kind: ReturnKind; status: ReturnStatus };
  clientName: string;
  to: ReturnStatus;
  onClose: () => void;
  /** Whether it succeeded or not, after the dialog has given the focus back. */
  onTried: () => unknown;
}

export function StepDialog({ taxReturn, clientName, to, onClose, onTried }: StepDialogProps) {
  const { t } = useLingui();
  const { id, clientId, status } = taxReturn;
  const { run, busy, problem } = useAction();
  const tellTaken = useStepTaken();
  const label = t(stepLabel(status, to));

  async function take(step: Step): Promise<void> {
    if (await run(() => stepReturn(id, status, step))) {
      onClose();
      tellTaken({ id, name: clientName, to, emailsClient: step.emailsClient });
    }
    await onTried();
  }

  return (
    <Dialog isOpen onClose={onClose} title={t`${{ name: clientName }}: ${{ step: label }}`}>
      <Problem>{problem}</Problem>
      <StepForm
        taxReturn={{ ...taxReturn, user_id: clientId }}
        to={to}
        label={label}
        busy={busy}
        keepsFocus={false}
        onCancel={onClose}
        onStep={take}
      />
    </Dialog>
  );
}
