import { useRef, useState } from 'react';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { CodeForm } from '../entry/code-form.tsx';
import { email as emailRule } from '../sign-up/sign-up-rules.ts';

/** The code from a recovery email whose link doesn't open here, because another browser asked for it. */
export function CodeByHand({ onConfirmed }: { onConfirmed: () => void }) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  /** The address if it is valid; otherwise shows the problem beside the field. */
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
