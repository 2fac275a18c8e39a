import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { supabase } from '#app/shared/api/supabase.ts';
import { accountDraft } from '#app/shared/drafts/form-draft.ts';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { PhoneField } from '#app/shared/forms/phone-field.tsx';
import { z } from '#app/shared/forms/zod.ts';
import { type Profile, useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { formatPhone, isWholePhone, phoneDigits } from '#domain/contact/phone.ts';
import { name } from '../sign-up/sign-up-rules.ts';

const schema = z.object({
  firstName: name('First name'),
  lastName: name('Last name'),
  phone: z
    .string()
    .trim()
    .min(1, 'Phone number is required')
    .refine(isWholePhone, 'Phone number must have 10 digits')
    .transform(phoneDigits),
});

const detailsOf = (profile: Profile) => ({
  firstName: profile.first_name,
  lastName: profile.last_name,
  phone: formatPhone(profile.phone),
});

export const detailsDraft = (profile: Profile) =>
  accountDraft(profile.user_id, 'details', detailsOf(profile));

export function DetailsForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { reloadProfile } = useSession();
  const [problem, setProblem] = useState<string | null>(null);
  const { control, formState, handleSubmit, subscribe } = useForm({
    resolver: zodResolver(schema),
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
    setProblem(null);
    const { error } = await supabase
      .from('user_profiles')
      .update({ first_name: firstName, last_name: lastName, phone })
      .eq('user_id', profile.user_id)
      .select('id')
      .single();
    if (error) {
      setProblem(messageOf(error));
      return;
    }
    await reloadProfile();
    notify('success', 'Your account information is saved.');
    close();
  });

  return (
    <form method="post" noValidate onSubmit={submit} className="mt-4 flex flex-col gap-5">
      <FormField control={control} name="firstName" label="First name" autoComplete="given-name" autoFocus />
      <FormField control={control} name="lastName" label="Last name" autoComplete="family-name" />
      <PhoneField control={control} name="phone" label="Phone number" />
      {problem && (
        <Banner kind="danger" announce>
          {problem}
        </Banner>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={formState.isSubmitting}>
          {formState.isSubmitting ? 'Saving...' : 'Save'}
        </Button>
        <Button variant="secondary" onPress={close} isDisabled={formState.isSubmitting}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
