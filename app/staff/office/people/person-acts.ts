import type { Role } from '#domain/account/roles.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { roleMeanings } from '../staff/role-words.ts';
import type { AskedAct } from './act-dialog.tsx';
import { peopleActs } from './people-acts.ts';
import type { OfficePerson } from './people-query.ts';

// The questions before each act, in words.

export function roleChange(person: OfficePerson, role: Role): AskedAct {
  const name = displayName(person);
  return {
    title: `Make ${name} ${role}?`,
    confirmLabel: `Make ${role}`,
    danger: role === 'client',
    says: `${name} (${person.email}) is ${person.role} today. ${roleMeanings[role]} It takes effect at once.`,
    act: () => peopleActs.setRole(person.user_id, role),
    done: `${name} is ${role} now`,
  };
}

export function deactivation(person: OfficePerson): AskedAct {
  const name = displayName(person);
  return {
    title: `Deactivate ${name}?`,
    confirmLabel: 'Deactivate',
    danger: true,
    says: `${name} (${person.email}) is signed out everywhere at once and can’t sign in. Their files, forms and messages stay. You can reactivate the account at any time.`,
    act: () => peopleActs.setActive(person.user_id, false),
    done: `${name} is deactivated`,
  };
}

export function reactivation(person: OfficePerson): AskedAct {
  const name = displayName(person);
  return {
    title: `Reactivate ${name}?`,
    confirmLabel: 'Reactivate',
    says: `${name} (${person.email}) can sign in again, with the same password and the role ${person.role}.`,
    act: () => peopleActs.setActive(person.user_id, true),
    done: `${name} can sign in again`,
  };
}

export function factorReset(person: OfficePerson): AskedAct {
  const name = displayName(person);
  return {
    title: `Reset the second factor of ${name}?`,
    confirmLabel: 'Reset',
    danger: true,
    says: `Use this if they lost their phone and their recovery codes. First make sure that it is really them. ${name} is signed out everywhere, signs in with only the password, and gets a mail about it.`,
    act: () => peopleActs.resetFactor(person.user_id),
    done: `${name} no longer has a second factor`,
  };
}

export function endOfSessions(person: OfficePerson): AskedAct {
  const name = displayName(person);
  return {
    title: `Sign ${name} out everywhere?`,
    confirmLabel: 'Sign out',
    danger: true,
    says: 'They have to sign in again on every device.',
    act: () => peopleActs.endSessions(person.user_id),
    done: `${name} is signed out everywhere`,
  };
}

export function endOfCorrection(person: OfficePerson): AskedAct {
  return {
    title: 'Withdraw the new address?',
    confirmLabel: 'Withdraw',
    says: `The link in the mail to ${person.new_email ?? ''} stops working. The account keeps ${person.email}.`,
    act: () => peopleActs.withdrawCorrection(person.user_id),
    done: 'The new address is withdrawn',
  };
}
