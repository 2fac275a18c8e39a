import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { failureOf, messageOf } from '#app/shared/api/error-wording.ts';
import { FormProblem } from '#app/shared/forms/form-problem.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Spinner } from '#app/ui/feedback/spinner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import {
  addApp,
  changeAccount,
  makeRecoveryCodes,
  type NewApp,
  sendOwnCode,
  verifyApp,
} from '../auth-service.ts';
import { CodeField, codeForm } from '../entry/code-field.tsx';
import { CodesDialog } from './codes-dialog.tsx';
import { groupsOfFour } from './groups-of-four.ts';

interface EnrolDialogProps {
  needsCodes: boolean;
  /** `isOn`: whether the app was set up. */
  onClose: (isOn: boolean) => void;
}

/** Sets up an authenticator app: QR code and secret, the first code, then the recovery codes. */
export function EnrolDialog({ needsCodes, onClose }: EnrolDialogProps) {
  const { t } = useLingui();
  const [enrolment, setEnrolment] = useState<NewApp | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  /** Staff who set up their first app must first prove that the mailbox is theirs. */
  const [proof, setProof] = useState<'unknown' | 'needed' | 'given'>('unknown');
  const form = useForm(codeForm(t`Enter the six digits from your app`));
  const { control, formState, handleSubmit, setError } = form;
  const { errors, isSubmitting: busy } = formState;

  useEffect(() => {
    if (proof === 'needed') return undefined;
    let isCurrent = true;
    addApp().then(
      (app) => isCurrent && setEnrolment(app),
      (error: unknown) => {
        if (!isCurrent) return;
        if (failureOf(error).code === 'reauthentication_needed') setProof('needed');
        else setError('root', { message: messageOf(error, t) });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [proof, setError, t]);

  const submit = handleSubmit(async ({ code }) => {
    if (!enrolment) return;
    try {
      await verifyApp(enrolment.id, code);
    } catch (error) {
      if (failureOf(error).code === 'mfa_verification_failed') {
        const message = t`That code is wrong. Wait for the next one in your app and enter it`;
        setError('code', { message }, { shouldFocus: true });
      } else setError('root', { message: messageOf(error, t) });
      return;
    }
    if (!needsCodes) return onClose(true);
    try {
      setCodes((await makeRecoveryCodes('generate')).codes);
    } catch (error) {
      // The app works anyway, and the account page offers to make the codes.
      notify('danger', t`We couldn’t make recovery codes: ${{ problem: messageOf(error, t) }}`);
      onClose(true);
    }
  });

  if (proof === 'needed') {
    return <MailProofDialog onProven={() => setProof('given')} onClose={() => onClose(false)} />;
  }
  if (codes) return <CodesDialog codes={codes} onClose={() => onClose(true)} />;
  return (
    <FormDialog
      title={t`Set up your app`}
      action={busy ? t`Checking...` : t`Turn it on`}
      busy={busy}
      isReady={enrolment !== null}
      className="flex flex-col gap-5"
      onClose={() => onClose(false)}
      onSubmit={() => void submit()}
    >
      <ol className="flex list-decimal flex-col gap-4 pl-5">
        <li>
          <Trans>
            If you don’t have an authenticator app yet, install one on your phone, like Google Authenticator
            or Microsoft Authenticator.
          </Trans>
        </li>
        <li>
          <Trans>In the app, add an account and scan this code.</Trans>
          {enrolment ? <AppSecret app={enrolment} /> : !errors.root && <Spinner />}
        </li>
        <li>{t`Enter the six digits the app shows for us.`}</li>
      </ol>
      <CodeField control={control} label={t`Code from your app`} />
      <FormProblem control={control} />
    </FormDialog>
  );
}

function AppSecret({ app: { totp } }: { app: NewApp }) {
  const { t } = useLingui();
  return (
    <div className="mt-3 flex flex-wrap items-center gap-5">
      <img
        src={`data:image/svg+xml;utf-8,${totp.qr_code}`}
        alt={t`The QR code for your app`}
        width={176}
        height={176}
        className="rounded-card"
      />
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-sm text-muted">
          <Trans>On this phone, or can’t scan? Enter this key in the app instead:</Trans>
        </p>
        <p translate="no" className="figures mt-1 font-mono text-sm break-words select-all">
          {groupsOfFour(totp.secret)}
        </p>
      </div>
    </div>
  );
}

/** Before staff set up their first app: a code from their mailbox, since the password may be stolen. */
function MailProofDialog({ onProven, onClose }: { onProven: () => void; onClose: () => void }) {
  const { t } = useLingui();
  const { user } = useSession();
  const [isSent, setSent] = useState(false);
  const [isSending, setSending] = useState(false);
  const form = useForm(codeForm(t`Enter the code from the email`));
  const { clearErrors, control, formState, handleSubmit, setError } = form;
  const busy = isSending || formState.isSubmitting;
  const address = <strong className="break-words text-ink">{user?.email}</strong>;

  async function sendCode(): Promise<void> {
    setSending(true);
    clearErrors('root');
    try {
      await sendOwnCode();
      setSent(true);
    } catch (error) {
      setError('root', { message: messageOf(error, t) });
    }
    setSending(false);
  }

  const submitCode = handleSubmit(async ({ code }) => {
    try {
      await changeAccount({ nonce: code.replace(/\s/g, '') });
    } catch (error) {
      if (failureOf(error).code === 'reauthentication_not_valid') {
        const message = t`That code is wrong or has expired. Check it, or send the email again`;
        setError('code', { message }, { shouldFocus: true });
      } else setError('root', { message: messageOf(error, t) });
      return;
    }
    onProven();
  });

  return (
    <FormDialog
      title={t`First, enter a code from your email`}
      action={isSent ? t`Continue` : t`Send the code`}
      busy={busy}
      className="flex flex-col gap-5"
      onClose={onClose}
      onSubmit={() => void (isSent ? submitCode() : sendCode())}
    >
      <p className="text-muted">
        {isSent ? (
          <Trans>We sent a code to {address}.</Trans>
        ) : (
          <Trans>To make sure it’s you, we’ll send a code to {address}.</Trans>
        )}
      </p>
      {isSent && (
        <>
          <CodeField control={control} label={t`Code from the email`} autoFocus />
          <Button
            variant="quiet"
            className="-ml-5 self-start"
            isDisabled={busy}
            onPress={() => void sendCode()}
          >
            <Trans>Send the email again</Trans>
          </Button>
        </>
      )}
      <FormProblem control={control} />
    </FormDialog>
  );
}
