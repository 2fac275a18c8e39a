import { useRef, useState } from 'react';
import { isConnectionError, messageOf } from '#app/shared/api/error-wording.ts';
import { supabase } from '#app/shared/api/supabase.ts';
import { SupportPhone } from '#app/shared/support-phone.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';

type Way = 'app' | 'recovery';

const wordings = {
  app: {
    lead: 'Open your authenticator app and type the six digits that it shows for us.',
    label: 'Code from your app',
    empty: 'Type the six digits from your app',
    wrong: 'This code is not right. Wait for the next one in your app and type that',
    other: 'Use a recovery code',
  },
  recovery: {
    lead: 'Type one of the recovery codes that you kept when you set up the app. Each works once.',
    label: 'Recovery code',
    empty: 'Type one of your recovery codes',
    wrong: 'This recovery code is not right, or was used before',
    other: 'Use the code from my app',
  },
} satisfies Record<Way, Record<string, string>>;

/** Between the password and the account, for people who set up an app. The session that comes of it leads on. */
export function SecondFactorStep() {
  const [way, setWay] = useState<Way>('app');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const wording = wordings[way];

  async function send(): Promise<void> {
    if (busy) return;
    if (code.trim() === '') return refuse(wording.empty);
    setProblem(undefined);
    setBusy(true);
    const error = await (way === 'app' ? showAppCode(code) : showRecoveryCode(code));
    setBusy(false);
    if (error) refuse(wrongCode(error) ? wording.wrong : messageOf(error));
  }

  function refuse(message: string): void {
    setProblem(message);
    input.current?.focus();
  }

  function change(): void {
    setWay(way === 'app' ? 'recovery' : 'app');
    setCode('');
    setProblem(undefined);
    input.current?.focus();
  }

  return (
    <form
      method="post"
      noValidate
      className="flex flex-col items-start gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p className="text-muted">{wording.lead}</p>
      <TextField
        key={way}
        id="second-factor"
        name="code"
        label={wording.label}
        inputMode={way === 'app' ? 'numeric' : 'text'}
        autoComplete={way === 'app' ? 'one-time-code' : 'off'}
        autoFocus
        maxLength={40}
        value={code}
        onChange={setCode}
        error={problem}
        inputRef={input}
        className="figures w-full sm:max-w-80"
      />
      <Button type="submit" size="large" busy={busy} className="w-full sm:w-auto">
        {busy ? 'Checking...' : 'Continue'}
      </Button>
      <div className="flex flex-col items-start">
        <Button variant="quiet" onPress={change} className="-ml-5">
          {wording.other}
        </Button>
        <Button
          variant="quiet"
          onPress={() => void supabase.auth.signOut({ scope: 'local' })}
          className="-ml-5"
        >
          Log in with another account
        </Button>
      </div>
      <p className="text-sm text-muted">
        Lost both the phone and the codes? Call us at <SupportPhone />.
      </p>
    </form>
  );
}

const wrongCode = (error: unknown) =>
  !isConnectionError(error) &&
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'mfa_verification_failed';

/** The error, or null once the session is raised. With several apps the code may be any one's. */
async function showAppCode(code: string): Promise<unknown> {
  const { data, error } = await supabase.auth.mfa.listFactors();
  if (error) return error;
  let last: unknown = new Error('There is no authenticator app on this account');
  for (const { id: factorId } of data.totp) {
    last = (await supabase.auth.mfa.challengeAndVerify({ factorId, code })).error;
    if (!wrongCode(last)) return last;
  }
  return last;
}

async function showRecoveryCode(code: string): Promise<unknown> {
  return (await supabase.auth.mfa.recoveryCodes.verify({ code })).error;
}
