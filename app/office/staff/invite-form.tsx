import { Trans, useLingui } from '@lingui/react/macro';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Select } from '#app/ui/fields/select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { roleName } from '#domain/account/role-names.ts';
import { type StaffRole, staffRoles } from '#domain/account/roles.ts';
import { accountEmailHint, isAccountEmail } from '#domain/contact/email.ts';
import { isLanguage, languageNames, languages } from '#domain/language/language.ts';
import { roleDescriptions } from '../role-labels.ts';
import { invitationActions, useInvitationAction } from './invitations-query.ts';

const blank = { first_name: '', last_name: '', email: '', role: 'admin' as StaffRole };
const languageOptions = languages.map((value) => ({ value, label: languageNames[value] }));

export function InviteForm() {
  const { t } = useLingui();
  const { run, busy, problem, clear } = useInvitationAction();
  const [language, setLanguage] = useState(useLanguage());
  const [person, setPerson] = useState(blank);
  const set = (name: keyof typeof blank) => (value: string) => {
    setPerson({ ...person, [name]: value });
    clear();
  };
  const isComplete = Object.values(person).every((value) => value.trim() !== '');

  const [tried, setTried] = useState(false);
  const isValid = isAccountEmail(person.email.trim());

  async function send(): Promise<void> {
    setTried(true);
    if (busy || !isComplete || !isValid) return;
    const email = person.email.trim();
    if (!(await run(() => invitationActions.invite({ ...person, email, language })))) return;
    notify('success', t`We sent an invitation to ${email}`);
    setPerson(blank);
    setTried(false);
  }

  return (
    <form
      method="post"
      noValidate
      aria-label={t`Invite someone`}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={t`First name`}
          name="first_name"
          autoComplete="off"
          maxLength={100}
          value={person.first_name}
          onChange={set('first_name')}
        />
        <TextField
          label={t`Last name`}
          name="last_name"
          autoComplete="off"
          maxLength={100}
          value={person.last_name}
          onChange={set('last_name')}
        />
        <TextField
          label={t`Email`}
          name="email"
          type="email"
          autoComplete="off"
          error={tried && isComplete && !isValid ? t(accountEmailHint) : undefined}
          value={person.email}
          onChange={set('email')}
        />
        <Select
          label={t`Role`}
          options={staffRoles.map((value) => ({ value, label: roleName(value, t) }))}
          value={person.role}
          onChange={set('role')}
        />
        <Select
          label={t`Language of the invitation`}
          options={languageOptions}
          value={language}
          onChange={(value) => isLanguage(value) && setLanguage(value)}
        />
      </div>
      <p className="text-sm text-muted">{t(roleDescriptions[person.role])}</p>
      <Problem>{problem}</Problem>
      <Button
        type="submit"
        busy={busy}
        isDisabled={!isComplete}
        icon={<Send size={18} aria-hidden />}
        className="sm:self-start"
      >
        <Trans>Send invitation</Trans>
      </Button>
    </form>
  );
}
