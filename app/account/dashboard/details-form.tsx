import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { rest } from '#app/shared/api/rest.ts';
import { accountDraft } from '#app/shared/drafts/form-draft.ts';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { FormProblem } from '#app/shared/forms/form-problem.tsx';
import { PhoneFormField } from '#app/shared/forms/formatted-form-field.tsx';
import { refusedField } from '#app/shared/forms/refused-field.ts';
import { z } from '#app/shared/forms/zod.ts';
import { type Profile, useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { formatPhone } from '#domain/contact/phone.ts';
import type { Translate } from '#domain/language/translate.ts';
import { firstName, lastName, phone } from '../rules.ts';

const schema = (t: Translate) =>
  z.object({ firstName: firstName(t), lastName: lastName(t), phone: phone(t) });

const columns = { first_name: 'firstName', last_name: 'lastName', phone: 'phone' } as const;

const detailsOf = (profile: Profile) => ({
  firstName: profile.first_name,
  lastName: profile.last_name,
  phone: formatPhone(profile.phone),
});

export const detailsDraft = (profile: Profile) =>
  accountDraft(profile.user_id, 'details', detailsOf(profile));

export function DetailsForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { t } = useLingui();
  const { reloadProfile } = useSession();
  const { control, formState, handleSubmit, setError, subscribe } = useForm({
    resolver: zodResolver(schema(t)),
    defaultValues: detailsDraft(profile).read() ?? detailsOf(profile),
  });

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => detailsDraft(profile).save(values),
      }),
    [subscribe, profile],
  );

  function close(): void {
    detailsDraft(profile).clear();
    onClose();
  }

  const submit = handleSubmit(async ({ firstName, lastName, phone }) => {
    const { error } = await rest
      .from('user_profiles')
      .update({ first_name: firstName, last_name: lastName, phone })
      .eq('user_id', profile.user_id)
      .select('id')
      .single();
    if (error) {
      const refused = refusedField(error, columns, t);
      if (refused) setError(refused.field, { message: refused.message }, { shouldFocus: true });
      else setError('root', { message: messageOf(error, t) });
      return;
    }
    await reloadProfile();
    notify('success', t`Your account information was saved.`);
    close();
  });

  return (
    <form method="post" noValidate onSubmit={submit} className="mt-4 flex flex-col gap-5">
      <FormField
        control={control}
        name="firstName"
        label={t`First name`}
        autoComplete="given-name"
        autoFocus
      />
      <FormField control={control} name="lastName" label={t`Last name`} autoComplete="family-name" />
      <PhoneFormField control={control} name="phone" label={t`Phone number`} />
      <FormProblem control={control} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={formState.isSubmitting}>
          {formState.isSubmitting ? t`Saving...` : t`Save`}
        </Button>
        <Button variant="secondary" onPress={close} isDisabled={formState.isSubmitting}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
