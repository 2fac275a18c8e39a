import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { failureOf, messageOf } from '#app/shared/api/error-wording.ts';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { FormProblem } from '#app/shared/forms/form-problem.tsx';
import { z } from '#app/shared/forms/zod.ts';
import { Spinner } from '#app/ui/feedback/spinner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { addApp, makeRecoveryCodes, type NewApp, verifyApp } from '../auth-service.ts';
import { CodesDialog } from './codes-dialog.tsx';
import { groupsOfFour } from './groups-of-four.ts';
import { MailProofDialog } from './mail-proof-dialog.tsx';

export interface EnrolDialogProps {
  needsCodes: boolean;
  /** `isOn`: whether the app was set up. */
  onClose: (isOn: boolean) => void;
}

const schema = (t: Translate) =>
  z.object({
    code: z.string().refine((code) => code.trim() !== '', t(msg`Enter the six digits from your app`)),
  });

/** Sets up an authenticator app: QR code and secret, the first code, then the recovery codes. */
export function EnrolDialog({ needsCodes, onClose }: EnrolDialogProps) {
  const { t } = useLingui();
  const [enrolment, setEnrolment] = useState<NewApp | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  /** Staff who set up their first app must first prove that the mailbox is theirs. */
  const [proof, setProof] = useState<'unknown' | 'needed' | 'given'>('unknown');
  const { control, formState, handleSubmit, setError } = useForm({
    resolver: zodResolver(schema(t)),
    defaultValues: { code: '' },
  });
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
      <FormField
        control={control}
        name="code"
        label={t`Code from your app`}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        className="figures sm:max-w-60"
      />
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
