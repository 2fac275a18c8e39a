import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { supabase } from '#app/shared/api/supabase.ts';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { FormProblem } from '#app/shared/forms/form-problem.tsx';
import { z } from '#app/shared/forms/zod.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Spinner } from '#app/ui/feedback/spinner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { CodesDialog } from './codes-dialog.tsx';
import { groupsOfFour } from './groups-of-four.ts';
import { MailProofDialog } from './mail-proof-dialog.tsx';

export interface EnrolDialogProps {
  /** Whether there are no recovery codes yet. */
  needsCodes: boolean;
  /** `isOn`: whether the app was set up. */
  onClose: (isOn: boolean) => void;
}

const formId = 'enrol-app';

const schema = z.object({
  code: z.string().refine((code) => code.trim() !== '', 'Enter the six digits from your app'),
});

/** An app that is being set up. */
interface Enrolment {
  id: string;
  /** As a data URL. */
  qrCode: string;
  secret: string;
}

/** Sets up an authenticator app: QR code and secret, the first code, then the recovery codes. */
export function EnrolDialog({ needsCodes, onClose }: EnrolDialogProps) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  /** Staff who set up their first app must first prove that the mailbox is theirs. */
  const [proof, setProof] = useState<'unknown' | 'needed' | 'given'>('unknown');
  const { control, formState, handleSubmit, setError } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting: busy } = formState;

  useEffect(() => {
    if (proof === 'needed') return undefined;
    let isCurrent = true;
    void enrol().then((result) => {
      if (!isCurrent) return;
      if (result === 'proof-needed') setProof('needed');
      else if (result instanceof Error) setError('root', { message: messageOf(result) });
      else setEnrolment(result);
    });
    return () => {
      isCurrent = false;
    };
  }, [proof, setError]);

  const submit = handleSubmit(async ({ code }) => {
    if (!enrolment) return;
    const { error } = await supabase.auth.mfa.challengeAndVerify({ factorId: enrolment.id, code });
    if (error?.code === 'mfa_verification_failed') {
      const message = 'This code is wrong. Wait for the next one in your app and enter that';
      setError('code', { message }, { shouldFocus: true });
      return;
    }
    if (error) return setError('root', { message: messageOf(error) });
    if (!needsCodes) return onClose(true);
    const generated = await supabase.auth.mfa.recoveryCodes.generate();
    // The app works anyway, and the account page offers to make the codes.
    if (generated.error) {
      notify('danger', `The recovery codes could not be made: ${messageOf(generated.error)}`);
      onClose(true);
    } else setCodes(generated.data.codes);
  });

  if (proof === 'needed') {
    return <MailProofDialog onProven={() => setProof('given')} onClose={() => onClose(false)} />;
  }
  if (codes) return <CodesDialog codes={codes} onClose={() => onClose(true)} />;
  return (
    <Dialog
      isOpen
      onClose={() => onClose(false)}
      title="Set up your app"
      actions={
        <>
          <Button variant="secondary" onPress={() => onClose(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy} isDisabled={!enrolment}>
            {busy ? 'Checking...' : 'Turn it on'}
          </Button>
        </>
      }
    >
      <form id={formId} method="post" noValidate className="flex flex-col gap-5" onSubmit={submit}>
        <ol className="flex list-decimal flex-col gap-4 pl-5">
          <li>
            Install an authenticator app on your phone, such as Google Authenticator or Microsoft
            Authenticator, if you don’t have one yet.
          </li>
          <li>
            In the app, add an account and scan this code.
            {enrolment ? <AppSecret enrolment={enrolment} /> : !errors.root && <Spinner />}
          </li>
          <li>Enter the six digits that the app shows for us.</li>
        </ol>
        <FormField
          control={control}
          name="code"
          label="Code from your app"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          className="figures sm:max-w-60"
        />
        <FormProblem control={control} />
      </form>
    </Dialog>
  );
}

/** Starts the setup. Returns the app, which the first code will confirm, or why there is none. */
async function enrol(): Promise<Enrolment | Error | 'proof-needed'> {
  const { data, error } = await supabase.auth.mfa.enroll({ factorType: 'totp' });
  if (error?.code === 'reauthentication_needed') return 'proof-needed';
  if (error) return error;
  return { id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret };
}

/** The secret for the app, as a QR code and as text. */
function AppSecret({ enrolment: { qrCode, secret } }: { enrolment: Enrolment }) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-5">
      <img src={qrCode} alt="The QR code for your app" width={176} height={176} className="rounded-card" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-sm text-muted">
          Using this phone, or can't scan? Enter this key in the app instead:
        </p>
        <p className="figures mt-1 font-mono text-sm break-words select-all">{groupsOfFour(secret)}</p>
      </div>
    </div>
  );
}
