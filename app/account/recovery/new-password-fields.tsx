import { Check, Circle } from 'lucide-react';
import type { Ref } from 'react';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { minPasswordLength } from '#domain/account/password.ts';
import { PasswordStrength } from './password-strength.tsx';

export interface NewPassword {
  password: string;
  again: string;
}

export const noNewPassword: NewPassword = { password: '', again: '' };

const isLong = ({ password }: NewPassword) => [...password].length >= minPasswordLength;
const matches = ({ password, again }: NewPassword) => password !== '' && password === again;

/** Whether all points of the checklist are met. */
export function isComplete(value: NewPassword): boolean {
  return isLong(value) && matches(value);
}

export interface NewPasswordFieldsProps {
  value: NewPassword;
  onChange: (value: NewPassword) => void;
  error: string | undefined;
  /** Names that make a password easy to guess. */
  knownAbout?: readonly string[];
  inputRef?: Ref<HTMLInputElement>;
}

/** A new password, twice, and what it must be, ticked off while one types. */
export function NewPasswordFields({
  value,
  onChange,
  error,
  knownAbout = [],
  inputRef,
}: NewPasswordFieldsProps) {
  return (
    <>
      <div>
        <TextField
          id="new-password"
          name="new-password"
          label="New password"
          type="password"
          autoComplete="new-password"
          value={value.password}
          onChange={(password) => onChange({ ...value, password })}
          error={error}
          {...(inputRef ? { inputRef } : {})}
        />
        <PasswordStrength password={value.password} knownAbout={knownAbout} />
      </div>
      <TextField
        id="new-password-again"
        name="new-password-again"
        label="Confirm new password"
        type="password"
        autoComplete="new-password"
        value={value.again}
        onChange={(again) => onChange({ ...value, again })}
      />
      <ul aria-label="What the password must be" aria-live="polite" className="flex flex-col gap-1.5">
        <Point met={isLong(value)}>At least {minPasswordLength} characters long</Point>
        <Point met={matches(value)}>Passwords match</Point>
      </ul>
    </>
  );
}

function Point({ met, children }: { met: boolean; children: React.ReactNode }) {
  const Icon = met ? Check : Circle;
  return (
    <li className={`flex items-center gap-2 ${met ? 'text-success' : 'text-muted'}`}>
      <Icon size={18} aria-hidden />
      <span>{children}</span>
      <span className="sr-only">{met ? ' (done)' : ' (not yet)'}</span>
    </li>
  );
}
