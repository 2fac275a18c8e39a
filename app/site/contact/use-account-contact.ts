import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { fillEmptyFields } from '#app/shared/forms/use-prefill.ts';
import { useSessionHint } from '#app/shared/session/session-hint.ts';
import type { ContactAnswers } from '#domain/contact/contact-form.ts';
import { formatPhone } from '#domain/contact/phone.ts';

type Person = Pick<ContactAnswers, 'name' | 'email' | 'phone'>;

/** Fills in who a signed-in client is. Not for staff, who write for others. */
export function useAccountContact(form: UseFormReturn<ContactAnswers>) {
  const role = useSessionHint()?.role;
  const person = useRef<Person | null>(null);
  useEffect(() => {
    if (role !== 'client') return;
    let isGone = false;
    loadPerson().then(
      (found) => {
        if (isGone || found === null) return;
        person.current = found;
        fillEmptyFields(form, found);
      },
      (error: unknown) => console.warn('The profile could not be loaded', error),
    );
    return () => {
      isGone = true;
      person.current = null;
    };
  }, [role, form]);
  return {
    fillAgain: () => fillEmptyFields(form, person.current ?? {}),
    /** Without what the account fills in: a draft stays in the tab, and others may use it after a logout. */
    typedOnly: (answers: ContactAnswers): ContactAnswers => {
      const known = Object.entries(person.current ?? {}).filter(
        ([field, value]) => answers[field as keyof Person] === value,
      );
      return { ...answers, ...Object.fromEntries(known.map(([field]) => [field, ''])) };
    },
  };
}

async function loadPerson(): Promise<Person | null> {
  // Most visitors have no account.
  const { authSession } = await import('#app/shared/api/auth-session.ts');
  const session = await authSession.current();
  if (session === null) return null;
  const { fetchProfile } = await import('#app/shared/session/fetch-profile.ts');
  const profile = await fetchProfile(session.user.id);
  if (profile?.role !== 'client') return null;
  const { first_name, last_name, email, phone } = profile;
  return { name: `${first_name} ${last_name}`.trim(), email, phone: formatPhone(phone) };
}
