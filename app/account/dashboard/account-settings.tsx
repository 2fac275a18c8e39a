import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { rememberLanguage } from '#app/language/choice.ts';
import { useLanguage } from '#app/language/language.tsx';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { accountDraft } from '#app/shared/drafts/form-draft.ts';
import { FormField } from '#app/shared/forms/form-field.tsx';
import { FormProblem } from '#app/shared/forms/form-problem.tsx';
import { PhoneFormField } from '#app/shared/forms/formatted-form-field.tsx';
import { refusedField } from '#app/shared/forms/refused-field.ts';
import { z } from '#app/shared/forms/zod.ts';
import { useCurrentClient } from '#app/shared/session/clients/current-client.tsx';
import { saveLanguage } from '#app/shared/session/persons-language.ts';
import { type Profile, useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Card } from '#app/ui/layout/card.tsx';
import { roleName } from '#domain/account/role-names.ts';
import { formatPhone, showPhone } from '#domain/contact/phone.ts';
import { type Language, languageNames, languages } from '#domain/language/language.ts';
import type { Translate } from '#domain/language/translate.ts';
import { PeopleWithAccess } from '../clients/people-with-access.tsx';
import { firstName, lastName, phone } from '../rules.ts';
import { Security } from '../security/security.tsx';

export interface AccountSettingsProps {
  userId: string;
  profile: Profile | null;
  email: string;
}

export function AccountSettings({ userId, profile, email }: AccountSettingsProps) {
  return (
    <>
      {/* The key: AccountDetails looks for a draft when it mounts, and needs the profile for that. */}
      <AccountDetails key={profile?.user_id ?? ''} profile={profile} email={email} />
      <LanguageChoice userId={userId} />
      <Security />
      <PeopleWithAccess client={useCurrentClient()} />
    </>
  );
}

/** The language of the pages behind the login and of our mails. */
function LanguageChoice({ userId }: { userId: string }) {
  const { t } = useLingui();
  const current = useLanguage();
  const { run, busy, problem } = useAction();
  const choose = (language: Language) =>
    run(async () => {
      await saveLanguage(userId, language);
      rememberLanguage(language);
      // The language stays for the life of a document.
      window.location.reload();
    });

  return (
    <Card as="section" aria-labelledby="language">
      <h2 id="language" className="text-lg">
        <Trans>Language / Idioma</Trans>
      </h2>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p>{t`Your account and our emails are in English.`}</p>
        {languages
          .filter((language) => language !== current)
          .map((language) => (
            <Button key={language} variant="secondary" busy={busy} onPress={() => void choose(language)}>
              <span lang={language}>{languageNames[language]}</span>
            </Button>
          ))}
      </div>
      <Problem className="mt-4">{problem}</Problem>
    </Card>
  );
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function AccountDetails({ profile, email }: { profile: Profile | null; email: string }) {
  const hasDraft = profile && detailsDraft(profile).read() !== null;
  // A form that was open when the session ended opens again.
  const [editing, setEditing] = useState(hasDraft === true);
  // What is shown meanwhile may be of the last visit.
  const { profileLoading } = useSession();
  const change = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(editing);

  useEffect(() => {
    if (wasEditing.current && !editing) change.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  return (
    <Card as="section" aria-labelledby="account-details">
      <div className="flex items-center justify-between gap-4">
        <h2 id="account-details" className="text-lg">
          <Trans>Account information</Trans>
        </h2>
        {profile && !profileLoading && !editing && (
          <Button
            ref={change}
            variant="quiet"
            icon={<Pencil size={18} aria-hidden />}
            onPress={() => setEditing(true)}
            className="-my-2 -mr-3"
          >
            <Trans>Change</Trans>
          </Button>
        )}
      </div>
      {profile && editing ? (
        <DetailsForm profile={profile} onClose={() => setEditing(false)} />
      ) : (
        <Facts profile={profile} email={email} />
      )}
    </Card>
  );
}

/** The specification requires this format here: 203-555-0142. */
function accountPhone(stored: string, t: Translate): string {
  return showPhone(stored, t).replace(/^\((\d{3})\) /, '$1-');
}

function Facts({ profile, email }: { profile: Profile | null; email: string }) {
  const { t } = useLingui();
  const rows = [
    [t`First name`, profile?.first_name || t`Not provided`],
    [t`Last name`, profile?.last_name || t`Not provided`],
    [t`Email`, profile?.email || email],
    [t`Phone`, accountPhone(profile?.phone ?? '', t)],
    [t`Account Type`, capitalized(roleName(profile?.role ?? 'client', t))],
  ] as const;
  return (
    <dl className="mt-4 divide-y divide-line">
      {rows.map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-6 py-2.5">
          <dt className="text-muted">{label}</dt>
          <dd className="figures min-w-0 font-medium break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const schema = (t: Translate) =>
  z.object({ firstName: firstName(t), lastName: lastName(t), phone: phone(t) });

const columns = { first_name: 'firstName', last_name: 'lastName', phone: 'phone' } as const;

const detailsOf = (profile: Profile) => ({
  firstName: profile.first_name,
  lastName: profile.last_name,
  phone: formatPhone(profile.phone),
});

const detailsDraft = (profile: Profile) => accountDraft(profile.user_id, 'details', detailsOf(profile));

function DetailsForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
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
