import type { SessionHint } from '#app/shared/session/session-hint.ts';
import { isStaffRole, mayManage } from '#domain/account/roles.ts';

export interface NavItem {
  label: string;
  to: string;
}

/** The upload link: the files when signed in, otherwise the page that explains uploading. */
export function uploadPath(hint: SessionHint | null): string {
  return hint ? '/secured-files' : '/upload';
}

export function headerItems(hint: SessionHint | null): NavItem[] {
  return [
    { label: 'Services', to: '/tax-preparation-services' },
    { label: 'Pricing', to: '/fees' },
    { label: 'Upload', to: uploadPath(hint) },
    { label: 'Reviews', to: '/reviews' },
    { label: 'Appointments', to: '/booking' },
    { label: 'Referral', to: '/referrals' },
  ];
}

export function accountItems(hint: SessionHint | null): NavItem[] {
  if (!hint) return [{ label: 'Login', to: '/login' }];
  const account = { label: 'Account', to: '/account' };
  return isStaffRole(hint.role) ? [account, { label: 'Admin', to: '/manage' }] : [account];
}

/** The mobile menu: the header's links, and the files for staff. */
export function menuItems(hint: SessionHint | null): NavItem[] {
  const items = [...headerItems(hint), ...accountItems(hint)];
  return hint && isStaffRole(hint.role) ? [...items, { label: 'Manage Files', to: '/manage' }] : items;
}

/** The last link in the bottom bar. */
export function bottomBarAccount(hint: SessionHint | null): NavItem {
  if (!hint) return { label: 'Account', to: '/login' };
  return mayManage(hint.role) ? { label: 'Admin', to: '/manage' } : { label: 'Account', to: '/account' };
}
