import { type RefObject, useRef, useState } from 'react';
import { RefusedCall } from '#app/shared/api/auth-call.ts';
import { newPasswordProblem } from '#app/shared/api/error-wording.ts';
import { passwordProblem } from '#domain/account/password.ts';
import { isComplete, type NewPassword, noNewPassword } from '../recovery/new-password-fields.tsx';
import { passwordTexts } from '../sign-up/sign-up-form.ts';
import { linkProblem } from './link-token.ts';

interface LinkForm {
  password: NewPassword;
  setPassword: (value: NewPassword) => void;
  /** Beside the field for the password. */
  fieldProblem: string | undefined;
  problem: string | null;
  busy: boolean;
  ready: boolean;
  input: RefObject<HTMLInputElement | null>;
  submit: () => Promise<void>;
}

/** A form behind a link, with a new password in it. `send` throws what the server refuses. */
export function useLinkForm(send: (password: string) => Promise<void>, refused: string): LinkForm {
  const [password, setPassword] = useState(noNewPassword);
  const [fieldProblem, setFieldProblem] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function refuse(text: string): void {
    setFieldProblem(text);
    input.current?.focus();
  }

  async function submit(): Promise<void> {
    if (busy || !isComplete(password)) return;
    setFieldProblem(undefined);
    setProblem(null);
    const own = passwordProblem(password.password);
    if (own) return refuse(passwordTexts[own]);
    setBusy(true);
    try {
      await send(password.password);
    } catch (error) {
      if (error instanceof RefusedCall && error.code === 'weak_password') refuse(newPasswordProblem(error));
      else setProblem(linkProblem(error, refused));
    } finally {
      setBusy(false);
    }
  }

  return { password, setPassword, fieldProblem, problem, busy, ready: isComplete(password), input, submit };
}
