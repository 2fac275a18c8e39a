import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { BanknoteArrowDown, PenLine } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { jointQuery } from '#app/returns/joint-query.ts';
import { reloadReturns, toneOf } from '#app/returns/queries.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { quickStep } from '#domain/returns/quick-step.ts';
import { stepLabel } from '#domain/returns/step-label.ts';
import {
  nextStatuses,
  type ReturnStatus,
  returnStatusNames,
  returnTitle,
} from '#domain/returns/tax-return.ts';
import { PaperDialog } from './paper-dialog.tsx';
import { approveOnPaper, stepReturn } from './return-actions.ts';
import { ReturnHistory } from './return-history.tsx';
import { ReviewFile, type ReviewFileProps } from './review-file.tsx';
import { StepForm } from './step-form.tsx';
import { useStepTaken } from './use-step-taken.ts';

export interface ReturnBlockProps extends ReviewFileProps {
  /** Staff have just opened it, and begin. */
  isNew: boolean;
  /** The client has no login to approve with. */
  signsOnPaper: boolean;
  /** Who works on it. */
  people: ReactNode;
  /** The fee came in. `onDone` takes the focus, since the button is gone then. */
  onPayment: (onDone: () => void) => void;
}

export function ReturnBlock(props: ReturnBlockProps) {
  const { taxReturn, isNew, onPreview, signsOnPaper, people, onPayment } = props;
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  const { id, user_id, status, updated_at, paid_at } = taxReturn;
  const [step, setStep] = useState<ReturnStatus | null>(null);
  // The form of an obvious step is open, until it is closed. Of each status, since it goes on.
  const [closed, setClosed] = useState<ReturnStatus | null>(null);
  const [wasPaidHere, setPaidHere] = useState(false);
  const [asksSignature, setAsksSignature] = useState(false);
  const { run, busy, problem, clear } = useAction(() => reloadReturns(user_id));
  const tellTaken = useStepTaken();
  const heading = useRef<HTMLHeadingElement>(null);
  const next = nextStatuses(status, 'staff');
  const quick = quickStep(status, paid_at !== null);
  const name = t(returnTitle(taxReturn));
  // A colleague has changed the status meanwhile: the open form is for a step that no longer exists.
  const pressed = step !== null && next.includes(step) ? step : null;
  const isObvious =
    closed !== status &&
    (status === 'approved' ||
      (status === 'not_started' && isNew) ||
      (status === 'payment_due' && paid_at !== null && wasPaidHere));
  const obvious = isObvious && quick && quick.to !== 'paid' ? quick.to : null;
  const chosen = pressed ?? obvious;

  // The pressed button disappears with its step, so the return takes the focus.
  function focusHeading(): void {
    heading.current?.focus({ preventScroll: true });
  }

  function openForm(to: ReturnStatus): void {
    clear();
    setStep(to);
  }

  return (
    <li aria-label={name} className="flex flex-col gap-2 py-3 text-sm first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h4 ref={heading} tabIndex={-1} className="font-sans text-sm font-semibold">
          {name}
        </h4>
        <Badge tone={toneOf(status)}>{t(returnStatusNames[status])}</Badge>
        <span className="figures text-muted">{t`since ${{ time: dateAndTime(updated_at) }}`}</span>
      </div>
      {people}
      <Facts taxReturn={taxReturn} onPreview={onPreview} />
      {!asksSignature && <Problem>{problem}</Problem>}
      {chosen !== null && (
        <StepForm
          key={chosen}
          taxReturn={taxReturn}
          to={chosen}
          label={t(stepLabel(status, chosen))}
          busy={busy}
          keepsFocus={pressed === null && status !== 'not_started'}
          onCancel={() => {
            clear();
            setStep(null);
            setClosed(status);
            focusHeading();
          }}
          onStep={async (made) => {
            if (!(await run(() => stepReturn(id, status, made)))) return;
            setStep(null);
            focusHeading();
            tellTaken({ id, name, to: made.to, emailsClient: made.emailsClient });
          }}
        />
      )}
      {pressed === null && (
        <div className="flex flex-wrap gap-2">
          {status === 'payment_due' && paid_at === null && (
            <Button
              size="small"
              icon={<BanknoteArrowDown size={16} aria-hidden />}
              busy={busy}
              onPress={() =>
                onPayment(() => {
                  setPaidHere(true);
                  focusHeading();
                })
              }
            >
              <Trans>Record payment</Trans>
            </Button>
          )}
          {status === 'ready_for_review' && signsOnPaper && (
            <Button
              size="small"
              icon={<PenLine size={16} aria-hidden />}
              busy={busy}
              onPress={() => {
                clear();
                setAsksSignature(true);
              }}
            >
              <Trans>Signed on paper…</Trans>
            </Button>
          )}
          {quick && quick.to !== 'paid' && quick.to !== obvious && (
            <Button size="small" busy={busy} onPress={() => openForm(quick.to)}>
              {t(quick.label)}
            </Button>
          )}
          {next
            .filter((to) => to !== quick?.to)
            .map((to) => (
              <Button key={to} size="small" variant="secondary" onPress={() => openForm(to)}>
                {t(stepLabel(status, to))}
              </Button>
            ))}
        </div>
      )}
      <ReturnHistory taxReturn={taxReturn} />
      {asksSignature && (
        <PaperDialog
          taxReturn={taxReturn}
          busy={busy}
          problem={problem}
          onClose={() => {
            clear();
            setAsksSignature(false);
          }}
          onApprove={async (signature, emailsClient) => {
            if (!(await run(() => approveOnPaper(id, signature, emailsClient)))) return;
            // The dialog has to be gone: it keeps the focus.
            flushSync(() => setAsksSignature(false));
            focusHeading();
            tellTaken({ id, name, to: 'approved', emailsClient });
          }}
        />
      )}
    </li>
  );
}

function Facts({ taxReturn, onPreview }: ReviewFileProps) {
  const { dateAndTime, dateTimeAndZone } = useDates();
  const { approved_at, approved_name, approved_address, paid_at } = taxReturn;
  const needsBoth = taxReturn.document_id !== null && taxReturn.kind === 'personal';
  const { data: joint } = useQuery({ ...jointQuery(taxReturn), enabled: needsBoth });
  return (
    <>
      <ReviewFile taxReturn={taxReturn} onPreview={onPreview} />
      {approved_at && (
        <p className="figures break-words">
          {approved_address ? (
            <Trans>
              <span className="text-muted">Signed:</span> “{approved_name}”,{' '}
              {{ time: dateTimeAndZone(approved_at) }}, from {approved_address}
            </Trans>
          ) : (
            <Trans>
              <span className="text-muted">Signed:</span> “{approved_name}”,{' '}
              {{ time: dateTimeAndZone(approved_at) }}
            </Trans>
          )}
        </p>
      )}
      {joint?.isJoint && (
        <p>
          <Trans>Joint return: the second spouse approves on paper.</Trans>
        </p>
      )}
      {paid_at && (
        <p className="figures">
          <Trans>
            <span className="text-muted">Paid:</span> {{ time: dateAndTime(paid_at) }}
          </Trans>
        </p>
      )}
    </>
  );
}
