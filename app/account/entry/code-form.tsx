import { useRef, useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { supabase } from '#app/shared/api/supabase.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { FormattedField } from '#app/ui/fields/formatted-field.tsx';
import { groupedAsTyped, type Typed } from '#domain/text/digit-groups.ts';

const codeLength = 8;
const typedCode = (typed: Typed) => groupedAsTyped(typed, [codeLength]);

export interface CodeFormProps {
  /** What the mail was for. */
  type?: 'signup' | 'recovery';
  /** On the button: what the code opens. */
  label?: string;
  checkedEmail: () => string | null;
  onConfirmed: () => void;
}

/** The email's eight digits, for when the email is read on another device. */
export function CodeForm({
  type = 'signup',
  label = 'Confirm my email',
  checkedEmail,
  onConfirmed,
}: CodeFormProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function send(): Promise<void> {
    if (busy) return;
    const email = checkedEmail();
    if (!email) return;
    if (code.length < codeLength) {
      refuse(`Type the ${codeLength} digits of the code`);
      return;
    }
    setProblem(undefined);
    setBusy(true);
    const { error } = await supabase.auth.verifyOtp({ type, email, token: code });
    setBusy(false);
    if (!error) onConfirmed();
    else if (error.code !== 'otp_expired') refuse(messageOf(error));
    else refuse('This code is not right, or too old. Check it, or send the mail again');
  }

  function refuse(message: string): void {
    setProblem(message);
    input.current?.focus();
  }

  return (
    <form
      method="post"
      noValidate
      className="flex flex-col items-start gap-4 border-t border-line pt-8"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div>
        <h2 className="text-lg">Reading it on another device?</h2>
        <p className="mt-1 text-muted">Then type the eight digits from the mail here.</p>
      </div>
      <FormattedField
        id="code"
        name="code"
        label="Code from the mail"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
        format={typedCode}
        error={problem}
        inputRef={input}
        className="figures w-full sm:max-w-60"
      />
      <Button type="submit" variant="secondary" busy={busy}>
        {label}
      </Button>
    </form>
  );
}
