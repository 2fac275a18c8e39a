import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { done } from '#app/shared/api/done.ts';
import { callOwn } from '#app/shared/api/own-fetch.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Button, type ButtonProps } from '#app/ui/actions/button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { Menu } from '#app/ui/overlays/menu.tsx';
import { roleName } from '#domain/account/role-names.ts';
import { type Role, roles } from '#domain/account/roles.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { roleDescriptions } from '../role-labels.ts';
import { GrantsOf } from './grants.tsx';
import type { OfficePerson } from './people-query.ts';

/** An action on an account that asks for confirmation first. */
export interface ConfirmableAction {
  title: string;
  confirmLabel: string;
  description: ReactNode;
  danger?: boolean;
  /** Someone who loses rights: the access to clients that they gave can be ended with it. */
  grantor?: OfficePerson;
  run: () => Promise<unknown>;
  successMessage: string;
}

export function ConfirmActionDialog({ action, onClose }: { action: ConfirmableAction; onClose: () => void }) {
  const { run, busy, problem } = usePeopleAction();
  const [endsGrants, setEndsGrants] = useState(false);
  const { grantor } = action;

  async function confirm(): Promise<void> {
    const isDone = await run(async () => {
      await action.run();
      if (grantor && endsGrants) await endGrantedAccess(grantor.user_id);
    });
    if (!isDone) return;
    notify('success', action.successMessage);
    onClose();
  }

  return (
    <ConfirmDialog
      isOpen
      title={action.title}
      confirmLabel={action.confirmLabel}
      danger={action.danger ?? false}
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p className="break-words">{action.description}</p>
      {grantor && <GrantsOf person={grantor} isEnding={endsGrants} onChange={setEndsGrants} />}
      <Problem className="mt-3 text-ink">{problem}</Problem>
    </ConfirmDialog>
  );
}

/** Ends all access to clients that the person gave, apart from clients' own logins. */
export const endGrantedAccess = (userId: string) => done(rest.rpc('end_granted_access', { person: userId }));

/** Runs an action on an account, then refetches what the pages show. */
export function usePeopleAction() {
  const { reloadProfile } = useSession();
  return useAction(async () => {
    await Promise.all([invalidate(['office'], ['clients'], ['staff'], ['case']), reloadProfile()]);
  });
}

interface RoleMenuProps extends Pick<ButtonProps, 'variant'> {
  person: OfficePerson;
  onAction: (action: ConfirmableAction) => void;
}

export function RoleMenu({ person, onAction, ...look }: RoleMenuProps) {
  const { t } = useLingui();
  const { roleChange } = useAccountActions(person);
  const name = displayName(person);
  return (
    <Menu
      label={t`${name}’s role`}
      trigger={
        <Button
          {...look}
          size="small"
          aria-label={t`Change role of ${name}`}
          icon={<ChevronDown size={16} aria-hidden />}
          className="shrink-0"
        >
          <Trans>Change role</Trans>
        </Button>
      }
      actions={roles
        .filter((role) => role !== person.role)
        .map((role) => ({
          id: role,
          label: t`Make ${{ role: roleName(role, t) }}`,
          onAction: () => onAction(roleChange(role)),
        }))}
    />
  );
}

/** What can be done to an account, with the texts that confirm it. */
export function useAccountActions(person: OfficePerson) {
  const { t } = useLingui();
  const name = displayName(person);
  const { user_id: target_user_id, email } = person;
  return {
    roleChange: (role: Role): ConfirmableAction => ({
      title: t`Make ${name} ${{ role: roleName(role, t) }}?`,
      confirmLabel: t`Make ${{ role: roleName(role, t) }}`,
      danger: role === 'client',
      ...(isDemotion(person.role, role) && { grantor: person }),
      description: [
        t`${name} (${email}) is ${{ role: roleName(person.role, t) }} today.`,
        t(roleDescriptions[role]),
        t`The change takes effect right away.`,
      ].join(' '),
      run: () => done(rest.rpc('set_user_role', { target_user_id, new_role: role })),
      successMessage: t`${name} is now ${{ role: roleName(role, t) }}`,
    }),
    deactivation: {
      title: t`Deactivate ${name}?`,
      confirmLabel: t`Deactivate`,
      danger: true,
      grantor: person,
      description: t`${name} (${email}) will be logged out everywhere right away and won’t be able to log in. Their files, forms, and messages stay. You can reactivate the account anytime.`,
      run: () => done(rest.rpc('set_account_active', { target_user_id, active: false })),
      successMessage: t`${name} was deactivated`,
    },
    reactivation: {
      title: t`Reactivate ${name}?`,
      confirmLabel: t`Reactivate`,
      description: t`${name} (${email}) will be able to log in again with the same password and the role ${{ role: roleName(person.role, t) }}.`,
      run: () => done(rest.rpc('set_account_active', { target_user_id, active: true })),
      successMessage: t`${name} can log in again`,
    },
    /** What the person gave outlasts their account. */
    endOfGrants: {
      title: t`End all access that ${name} gave?`,
      confirmLabel: t`End all access`,
      danger: true,
      description: t`From now on, these people can no longer see anything of these clients. Clients’ own logins stay. You can give access again in each client’s case.`,
      run: () => endGrantedAccess(target_user_id),
      successMessage: t`The access that ${name} gave has ended`,
    },
    factorReset: {
      title: t`Reset ${name}’s authenticator app?`,
      confirmLabel: t({ message: 'Reset', context: 'two-step login' }),
      danger: true,
      description: t`Use this if they lost their phone and their recovery codes. First, make sure it’s really them. We’ll log ${name} out everywhere and email them. They can then log in with just their password.`,
      run: () => callOwn(`/auth/v1/office/people/${target_user_id}/factors/reset`, { body: {} }),
      successMessage: t`${name} no longer has an authenticator app`,
    },
    endOfSessions: {
      title: t`Log ${name} out everywhere?`,
      confirmLabel: t`Log out`,
      danger: true,
      description: t`They’ll have to log in again on every device.`,
      run: () => done(rest.rpc('end_sessions_of', { target_user_id })),
      successMessage: t`${name} was logged out everywhere`,
    },
    endOfCorrection: {
      title: t`Remove the new address?`,
      confirmLabel: t`Remove`,
      description: t`The link we emailed to ${{ newEmail: person.new_email ?? '' }} will stop working. The account keeps ${email}.`,
      run: () => done(rest.rpc('withdraw_email_correction', { target_user_id })),
      successMessage: t`The new address was removed`,
    },
  };
}

const isDemotion = (before: string, after: Role): boolean =>
  (roles as readonly string[]).indexOf(before) > roles.indexOf(after);
