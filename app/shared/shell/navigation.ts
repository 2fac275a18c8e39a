import type { MessageDescriptor } from '@lingui/core';
import type { SessionHint } from '#app/shared/session/session-hint.ts';
import { isStaffRole, mayManage } from '#domain/account/roles.ts';
import { msg } from '#domain/language/message.ts';

export interface NavItem {
  label: MessageDescriptor;
  to: string;
}

/** The upload link: the files when signed in, otherwise the page that explains uploading. */
export function uploadPath(hint: SessionHint | null): string {
  return hint ? '/secured-files' : '/upload';
}

export function headerItems(hint: SessionHint | null): NavItem[] {
  return [
    { label: msg`Services`, to: '/tax-preparation-services' },
    { label: msg`Pricing`, to: '/fees' },
    { label: msg`Upload`, to: uploadPath(hint) },
    { label: msg`Reviews`, to: '/reviews' },
    { label: msg`Appointments`, to: '/booking' },
    { label: msg`Referral`, to: '/referrals' },
  ];
}

export function accountItems(hint: SessionHint | null): NavItem[] {
  if (!hint) return [{ label: msg`Login`, to: '/login' }];
  const account = { label: msg`Account`, to: '/account' };
  return isStaffRole(hint)
    ? [account, { label: msg({ message: 'Admin', context: 'staff area' }), to: '/manage' }]
    : [account];
}

/** The mobile menu: the header's links, and the files for staff. */
export function menuItems(hint: SessionHint | null): NavItem[] {
  const items = [...headerItems(hint), ...accountItems(hint)];
  return hint && isStaffRole(hint) ? [...items, { label: msg`Manage Files`, to: '/manage' }] : items;
}

/** The last link in the bottom bar. */
export function bottomBarAccount(hint: SessionHint | null): NavItem {
  if (!hint) return { label: msg`Account`, to: '/login' };
  return mayManage(hint)
    ? { label: msg({ message: 'Admin', context: 'staff area' }), to: '/manage' }
    : { label: msg`Account`, to: '/account' };
}
