import { Send } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Select } from '#app/ui/fields/select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { type StaffRole, staffRoles } from '#domain/account/roles.ts';
import { invitationActions, useInvitationAction } from './invitations-query.ts';
import { roleDescriptions } from './role-labels.ts';

const blank = { first_name: '', last_name: '', email: '', role: 'admin' as StaffRole };

/** Invites a person to the staff by mail, with a link to choose a password. */
export function InviteForm() {
  const { run, busy, problem, clear } = useInvitationAction();
  const [person, setPerson] = useState(blank);
  const set = (name: keyof typeof blank) => (value: string) => {
    setPerson({ ...person, [name]: value });
    clear();
  };
  const isComplete = Object.values(person).every((value) => value.trim() !== '');

  async function send(): Promise<void> {
    if (busy || !isComplete) return;
    const email = person.email.trim();
    if (!(await run(() => invitationActions.invite({ ...person, email })))) return;
    notify('success', `An invitation was sent to ${email}`);
    setPerson(blank);
  }

  return (
    <form
      method="post"
      noValidate
      aria-label="Invite someone"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="First name"
          name="first_name"
          autoComplete="off"
          maxLength={100}
          value={person.first_name}
          onChange={set('first_name')}
        />
        <TextField
          label="Last name"
          name="last_name"
          autoComplete="off"
          maxLength={100}
          value={person.last_name}
          onChange={set('last_name')}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="off"
          maxLength={255}
          value={person.email}
          onChange={set('email')}
        />
        <Select
          label="Role"
          options={staffRoles.map((value) => ({ value, label: value }))}
          value={person.role}
          onChange={set('role')}
        />
      </div>
      <p className="text-sm text-muted">{roleDescriptions[person.role]}</p>
      {problem && (
        <Banner kind="danger" announce>
          {problem}
        </Banner>
      )}
      <Button
        type="submit"
        busy={busy}
        isDisabled={!isComplete}
        icon={<Send size={18} aria-hidden />}
        className="sm:self-start"
      >
        Send the invitation
      </Button>
    </form>
  );
}
