import { useRef, useState } from 'react';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { CodeForm } from '../entry/code-form.tsx';
import { email as emailRule } from '../sign-up/sign-up-rules.ts';
import { ResendLink } from './resend-link.tsx';

export interface ConfirmByHandProps {
  /** Known from the sign-up; otherwise it is asked for. */
  email: string;
  /** When the last mail was asked for, in milliseconds since 1970. */
  mailedAt: number;
  /** Where the mail's code may be typed, too. */
  onConfirmed?: () => void;
}

/** For whoever can't press the link here: type the mail's code, or have the mail sent again. */
export function ConfirmByHand({ email: known, mailedAt, onConfirmed }: ConfirmByHandProps) {
  const [email, setEmail] = useState(known);
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
    <div className="flex flex-col gap-6">
      {!known && (
        <TextField
          id="email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          label="Email you signed up with"
          value={email}
          onChange={setEmail}
          error={problem}
          inputRef={input}
        />
      )}
      <ResendLink checkedEmail={checkedEmail} mailedAt={mailedAt} />
      {onConfirmed && <CodeForm checkedEmail={checkedEmail} onConfirmed={onConfirmed} />}
    </div>
  );
}
