import { useRef, useState } from 'react';
import { TextField } from '#app/ui/text-field.tsx';
import { CodeForm } from './code-form.tsx';
import { email as emailRule } from './sign-up-rules.ts';

/** The code of a recovery mail whose link does not open here: it was asked for by another browser. */
export function CodeByHand({ onConfirmed }: { onConfirmed: () => void }) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  /** The address if it can be one; says beside the field what is wrong otherwise. */
  function checkedEmail(): string | null {
    const read = emailRule.safeParse(email);
    setProblem(read.error?.issues[0]?.message);
    if (read.success) return read.data;
    input.current?.focus();
    return null;
  }

  return (
    <div className="mt-10 flex flex-col gap-6">
      <TextField
        id="email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        label="Your email"
        value={email}
        onChange={setEmail}
        error={problem}
        inputRef={input}
      />
      <CodeForm
        type="recovery"
        label="Choose a new password"
        checkedEmail={checkedEmail}
        onConfirmed={onConfirmed}
      />
    </div>
  );
}
