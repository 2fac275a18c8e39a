import type { Role } from '#domain/account/roles.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { roleDescriptions } from '../staff/role-labels.ts';
import type { ConfirmableAction } from './confirm-action-dialog.tsx';
import { peopleActions } from './people-actions.ts';
import type { OfficePerson } from './people-query.ts';

// The confirmation texts of each action.

export function roleChange(person: OfficePerson, role: Role): ConfirmableAction {
  const name = displayName(person);
  return {
    title: `Make ${name} ${role}?`,
    confirmLabel: `Make ${role}`,
    danger: role === 'client',
    description: `${name} (${person.email}) is ${person.role} today. ${roleDescriptions[role]} It takes effect at once.`,
    run: () => peopleActions.setRole(person.user_id, role),
    successMessage: `${name} is ${role} now`,
  };
}

export function deactivation(person: OfficePerson): ConfirmableAction {
  const name = displayName(person);
  return {
    title: `Deactivate ${name}?`,
    confirmLabel: 'Deactivate',
    danger: true,
    description: `${name} (${person.email}) is signed out everywhere at once and can’t sign in. Their files, forms and messages stay. You can reactivate the account at any time.`,
    run: () => peopleActions.setActive(person.user_id, false),
    successMessage: `${name} is deactivated`,
  };
}

export function reactivation(person: OfficePerson): ConfirmableAction {
  const name = displayName(person);
  return {
    title: `Reactivate ${name}?`,
    confirmLabel: 'Reactivate',
    description: `${name} (${person.email}) can sign in again, with the same password and the role ${person.role}.`,
    run: () => peopleActions.setActive(person.user_id, true),
    successMessage: `${name} can sign in again`,
  };
}

export function factorReset(person: OfficePerson): ConfirmableAction {
  const name = displayName(person);
  return {
    title: `Reset the second factor of ${name}?`,
    confirmLabel: 'Reset',
    danger: true,
    description: `Use this if they lost their phone and their recovery codes. First make sure that it is really them. ${name} is signed out everywhere, signs in with only the password, and gets a mail about it.`,
    run: () => peopleActions.resetFactor(person.user_id),
    successMessage: `${name} no longer has a second factor`,
  };
}

export function endOfSessions(person: OfficePerson): ConfirmableAction {
  const name = displayName(person);
  return {
    title: `Sign ${name} out everywhere?`,
    confirmLabel: 'Sign out',
    danger: true,
    description: 'They have to sign in again on every device.',
    run: () => peopleActions.endSessions(person.user_id),
    successMessage: `${name} is signed out everywhere`,
  };
}

export function endOfCorrection(person: OfficePerson): ConfirmableAction {
  return {
    title: 'Withdraw the new address?',
    confirmLabel: 'Withdraw',
    description: `The link in the mail to ${person.new_email ?? ''} stops working. The account keeps ${person.email}.`,
    run: () => peopleActions.withdrawCorrection(person.user_id),
    successMessage: 'The new address is withdrawn',
  };
}
