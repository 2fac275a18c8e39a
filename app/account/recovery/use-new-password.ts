import { type RefObject, useRef, useState } from 'react';
import { newPasswordProblem } from '#app/shared/api/error-wording.ts';
import { supabase } from '#app/shared/api/supabase.ts';
import { passwordProblem } from '#domain/account/password.ts';
import { passwordTexts } from '../sign-up/sign-up-form.ts';
import { isComplete, type NewPassword, noNewPassword } from './new-password-fields.tsx';

export interface NewPasswordForm {
  value: NewPassword;
  setValue: (value: NewPassword) => void;
  /** Beside the field. */
  fieldProblem: string | undefined;
  problem: string | null;
  busy: boolean;
  ready: boolean;
  input: RefObject<HTMLInputElement | null>;
  /** `nonce`: the code that was mailed, where the service wants one. */
  save: (nonce?: string) => Promise<void>;
}

interface Options {
  onSaved: () => void;
  /** The session is old: the service wants a code first, which it mails when asked. */
  onCodeNeeded?: () => void;
}

/** Choosing a new password for the session's own account. */
export function useNewPassword({ onSaved, onCodeNeeded }: Options): NewPasswordForm {
  const [value, setValue] = useState(noNewPassword);
  const [fieldProblem, setFieldProblem] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function refuse(text: string): void {
    setFieldProblem(text);
    input.current?.focus();
  }

  async function save(nonce?: string): Promise<void> {
    if (busy || !isComplete(value)) return;
    setFieldProblem(undefined);
    setProblem(null);
    const { password } = value;
    const own = passwordProblem(password);
    if (own) return refuse(passwordTexts[own]);
    setBusy(true);
    const error: unknown = await supabase.auth.updateUser({ password, ...(nonce ? { nonce } : {}) }).then(
      (answer) => answer.error,
      (thrown: unknown) => thrown,
    );
    setBusy(false);
    if (!error) return onSaved();
    const code = codeOf(error);
    if (code === 'reauthentication_needed' && onCodeNeeded) return onCodeNeeded();
    if (code === 'weak_password' || code === 'same_password') return refuse(newPasswordProblem(error));
    setProblem(newPasswordProblem(error));
  }

  return { value, setValue, fieldProblem, problem, busy, ready: isComplete(value), input, save };
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
