import { useLingui } from '@lingui/react/macro';
import { Check, Circle } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { z } from '#app/shared/forms/zod.ts';
import { minPasswordLength } from '#domain/account/password.ts';
import type { Translate } from '#domain/language/translate.ts';
import { newPassword } from '../rules.ts';
import { PasswordStrength } from './password-strength.tsx';

export const newPasswordShape = (t: Translate) => ({
  newPassword: newPassword(t),
  newPasswordAgain: z.string(),
});
export const blankNewPassword = { newPassword: '', newPasswordAgain: '' };
export type NewPassword = typeof blankNewPassword;

const isLong = (password = '') => [...password].length >= minPasswordLength;
const isRepeated = (password = '', again = '') => password !== '' && password === again;

/** Whether the password meets all points of the checklist; until then the form can't be sent. */
export function isComplete(form: Partial<NewPassword>): boolean {
  return isLong(form.newPassword) && isRepeated(form.newPassword, form.newPasswordAgain);
}

export interface NewPasswordFieldsProps {
  /** Names and the like, which make a password easy to guess. */
  knownAbout?: readonly string[];
}

/** A new password, twice, with a checklist of what it must be. For a form in a `FormProvider`. */
export function NewPasswordFields({ knownAbout = [] }: NewPasswordFieldsProps) {
  const { t } = useLingui();
  const { control } = useFormContext<NewPassword>();
  const [password, again] = useWatch({ control, name: ['newPassword', 'newPasswordAgain'] });
  return (
    <>
      <div>
        <FormField
          control={control}
          name="newPassword"
          label={t`New password`}
          type="password"
          autoComplete="new-password"
        />
        <PasswordStrength password={password} knownAbout={knownAbout} />
      </div>
      <FormField
        control={control}
        name="newPasswordAgain"
        label={t`Confirm new password`}
        type="password"
        autoComplete="new-password"
      />
      <ul aria-label={t`Password requirements`} aria-live="polite" className="flex flex-col gap-1.5">
        <Point met={isLong(password)}>{t`At least ${{ count: minPasswordLength }} characters long`}</Point>
        <Point met={isRepeated(password, again)}>{t`Passwords match`}</Point>
      </ul>
    </>
  );
}

function Point({ met, children }: { met: boolean; children: React.ReactNode }) {
  const { t } = useLingui();
  const Icon = met ? Check : Circle;
  return (
    <li className={`flex items-center gap-2 ${met ? 'text-success' : 'text-muted'}`}>
      <Icon size={18} aria-hidden />
      <span>{children}</span>
      <span className="sr-only"> {met ? t`(done)` : t`(not yet)`}</span>
    </li>
  );
}
