import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { done } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { callOwn } from '#app/shared/api/own-fetch.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { functionQuery } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { RoleBadge } from '#app/shared/session/role-badge.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Select } from '#app/ui/fields/select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import type { Database } from '#contract/generated/database.ts';
import { roleName } from '#domain/account/role-names.ts';
import { type StaffRole, staffRoles } from '#domain/account/roles.ts';
import { accountEmailHint, isAccountEmail } from '#domain/contact/email.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { isLanguage, languageNames, languages } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import { roleDescriptions } from '../role-labels.ts';

const blank = { first_name: '', last_name: '', email: '', role: 'admin' as StaffRole };
const fields = [
  { name: 'first_name', label: msg`First name`, maxLength: 100 },
  { name: 'last_name', label: msg`Last name`, maxLength: 100 },
  { name: 'email', label: msg`Email`, type: 'email' },
] as const;
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
    if (!(await run(() => callOwn(PATH, { body: { ...person, email, language } })))) return;
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
        {fields.map(({ name, label, ...look }) => (
          <TextField
            key={name}
            {...look}
            name={name}
            label={t(label)}
            autoComplete="off"
            error={name === 'email' && tried && isComplete && !isValid ? t(accountEmailHint) : undefined}
            value={person[name]}
            onChange={set(name)}
          />
        ))}
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

type Invitation = Database['public']['Functions']['staff_invitations']['Returns'][number];

const PATH = '/auth/v1/office/invitations';
const queryKey = ['office', 'invitations'] as const;

function useInvitationAction() {
  return useAction(() => invalidate(queryKey));
}

/** Invitations that were not accepted yet. Renders nothing if there are none. */
export function Invitations() {
  const { t } = useLingui();
  const { data: invitations, error } = useQuery(functionQuery(queryKey, 'staff_invitations', {}));
  if (error) return <Banner kind="danger">{messageOf(error, t)}</Banner>;
  if (!invitations || invitations.length === 0) return null;
  return (
    <div className="border-t border-line pt-3">
      <h3 id="open-invitations" className="font-sans text-sm font-semibold">
        <Trans>Not accepted yet</Trans>
      </h3>
      <ul aria-labelledby="open-invitations" className="divide-y divide-line text-sm">
        {invitations.map((invitation) => (
          <Line key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </div>
  );
}

function Line({ invitation }: { invitation: Invitation }) {
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  const { run, busy, problem } = useInvitationAction();
  const { id, email, role, sent_at, expires_at } = invitation;
  const name = displayName(invitation);
  const isOver = Date.parse(expires_at) < Date.now();
  const runAction = async (action: () => Promise<unknown>, successMessage: string) => {
    if (await run(action)) notify('success', successMessage);
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 flex-1 basis-56">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
          <RoleBadge role={role} />
          {isOver && (
            <Badge tone="warning">
              <Trans context="invitation">Expired</Trans>
            </Badge>
          )}
        </span>
        <span className="block break-all text-muted">{email}</span>
        <span className="figures block text-muted">
          {isOver
            ? t`Sent ${{ sent: dateAndTime(sent_at) }}, expired ${{ expired: dateAndTime(expires_at) }}`
            : t`Sent ${{ sent: dateAndTime(sent_at) }}, works until ${{ end: dateAndTime(expires_at) }}`}
        </span>
      </span>
      <span className="flex gap-1">
        <Button
          variant="quiet"
          size="small"
          busy={busy}
          aria-label={t`Send again: invitation to ${name}`}
          onPress={() =>
            void runAction(
              () => callOwn(`${PATH}/${id}/resend`, { body: {} }),
              t`We sent a new link to ${email}`,
            )
          }
        >
          <Trans>Send again</Trans>
        </Button>
        <Button
          variant="quiet"
          size="small"
          isDisabled={busy}
          aria-label={t`Remove: invitation to ${name}`}
          onPress={() =>
            void runAction(
              () => done(rest.rpc('withdraw_invitation', { invitation_id: id })),
              t`${email} is no longer invited`,
            )
          }
        >
          <Trans>Remove</Trans>
        </Button>
      </span>
      <Problem className="basis-full">{problem}</Problem>
    </li>
  );
}
