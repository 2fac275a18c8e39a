import { Trans, useLingui } from '@lingui/react/macro';
import { BanknoteArrowDown, PenLine } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { reloadReturns, type TaxReturn, toneOf } from '#app/returns/queries.ts';
import { done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { quickStep, stepLabel } from '#domain/returns/step-label.ts';
import { paperNote } from '#domain/returns/step-note.ts';
import {
  nextStatuses,
  type ReturnStatus,
  returnStatusNames,
  returnTitle,
} from '#domain/returns/tax-return.ts';
import { ReturnDetails, type ReturnDetailsProps, ReturnHistory } from './return-details.tsx';
import { StepForm, stepReturn } from './step-form.tsx';
import { StepLetter, useEmailChoice } from './step-letter.tsx';
import { useStepTaken } from './use-step-taken.ts';

interface ReturnBlockProps extends ReturnDetailsProps {
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
  const action = useAction(() => reloadReturns(user_id));
  const { run, busy, problem, clear } = action;
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
      <ReturnDetails taxReturn={taxReturn} onPreview={onPreview} />
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
          {...{ taxReturn, action }}
          onClose={() => {
            clear();
            setAsksSignature(false);
          }}
          onApproved={(emailsClient) => {
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

interface PaperDialogProps {
  taxReturn: TaxReturn;
  /** The return's: it goes on, and says what failed, after the dialog was closed. */
  action: ReturnType<typeof useAction>;
  onClose: () => void;
  onApproved: (emailsClient: boolean) => void;
}

function PaperDialog({ taxReturn, action, onClose, onApproved }: PaperDialogProps) {
  const { t } = useLingui();
  const { run, busy, problem } = action;
  // A colleague may post another file while the dialog is open.
  const [seen] = useState(taxReturn.document_sha256 ?? '');
  const [name, setName] = useState('');
  const [emailsClient, setEmailsClient] = useEmailChoice(taxReturn.user_id);
  const signature = name.trim();

  async function approve(): Promise<void> {
    const approval = { return_id: taxReturn.id, signature, email_client: emailsClient, seen_sha256: seen };
    if (await run(() => done(rest.rpc('approve_on_paper', approval)))) onApproved(emailsClient);
  }

  return (
    <FormDialog
      title={t`Signed on paper`}
      action={<Trans>Record the approval</Trans>}
      busy={busy}
      isReady={signature !== ''}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void approve()}
    >
      <p className="text-muted">
        <Trans>
          The client has read the file for review and signed on paper. Keep the paper, or upload a scan of it.
        </Trans>
      </p>
      <TextField
        label={t`Name of the person who signed`}
        name="signature"
        autoComplete="off"
        maxLength={200}
        value={name}
        onChange={setName}
      />
      <StepLetter
        taxReturn={taxReturn}
        to="approved"
        note={signature === '' ? '' : paperNote(signature)}
        isOn={emailsClient}
        onChange={setEmailsClient}
      />
    </FormDialog>
  );
}
