import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { supabase } from '#app/shared/api/supabase.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Spinner } from '#app/ui/feedback/spinner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { AppSecret, type Enrolment } from './app-secret.tsx';
import { CodesDialog } from './codes-dialog.tsx';
import { MailProofDialog } from './mail-proof-dialog.tsx';

export interface EnrolDialogProps {
  /** There is no set of recovery codes yet. */
  needsCodes: boolean;
  /** Whether the app is set up by now. */
  onClose: (isOn: boolean) => void;
}

const form = 'enrol-app';

/** Sets up an authenticator app: picture and secret, the first code, then the recovery codes. */
export function EnrolDialog({ needsCodes, onClose }: EnrolDialogProps) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [code, setCode] = useState('');
  const [codes, setCodes] = useState<string[] | null>(null);
  const [fieldProblem, setFieldProblem] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** Staff who set up their first app must first show that the mailbox is theirs. */
  const [proof, setProof] = useState<'unknown' | 'needed' | 'shown'>('unknown');
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (proof === 'needed') return undefined;
    let here = true;
    void enrol().then((result) => {
      if (!here) return;
      if (result === 'proof-needed') setProof('needed');
      else if (result instanceof Error) setProblem(messageOf(result));
      else setEnrolment(result);
    });
    return () => {
      here = false;
    };
  }, [proof]);

  async function verify(): Promise<void> {
    if (busy || !enrolment) return;
    setFieldProblem(undefined);
    setProblem(null);
    if (code.trim() === '') return refuse('Type the six digits from your app');
    setBusy(true);
    const { error } = await supabase.auth.mfa.challengeAndVerify({ factorId: enrolment.id, code });
    setBusy(false);
    if (error?.code === 'mfa_verification_failed') {
      return refuse('This code is not right. Wait for the next one in your app and type that');
    }
    if (error) return setProblem(messageOf(error));
    if (!needsCodes) return onClose(true);
    const made = await supabase.auth.mfa.recoveryCodes.generate();
    // The app works all the same, and the account page offers to make the codes.
    if (made.error) {
      notify('danger', `The recovery codes could not be made: ${messageOf(made.error)}`);
      onClose(true);
    } else setCodes(made.data.codes);
  }

  function refuse(message: string): void {
    setFieldProblem(message);
    input.current?.focus();
  }

  if (proof === 'needed') {
    return <MailProofDialog onProven={() => setProof('shown')} onClose={() => onClose(false)} />;
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
          <Button type="submit" form={form} busy={busy} isDisabled={!enrolment}>
            {busy ? 'Checking...' : 'Turn it on'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        method="post"
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void verify();
        }}
      >
        <ol className="flex list-decimal flex-col gap-4 pl-5">
          <li>
            Install an authenticator app on your phone, such as Google Authenticator or Microsoft
            Authenticator, if you have none yet.
          </li>
          <li>
            In the app, add an account and scan this picture.
            {enrolment ? <AppSecret enrolment={enrolment} /> : !problem && <Spinner />}
          </li>
          <li>Type the six digits that the app shows for us.</li>
        </ol>
        <TextField
          id="enrol-code"
          name="code"
          label="Code from your app"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          value={code}
          onChange={setCode}
          error={fieldProblem}
          inputRef={input}
          className="figures sm:max-w-60"
        />
        {problem && (
          <Banner kind="danger" announce>
            {problem}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}

/** The new, unfinished app, or the reason there is none. */
async function enrol(): Promise<Enrolment | Error | 'proof-needed'> {
  const { data, error } = await supabase.auth.mfa.enroll({ factorType: 'totp' });
  if (error?.code === 'reauthentication_needed') return 'proof-needed';
  if (error) return error;
  return { id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret };
}
