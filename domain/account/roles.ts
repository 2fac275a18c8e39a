/** Only a super user assigns roles; every sign-up is a client. */
export const roles = ['client', 'admin', 'super'] as const;
export type Role = (typeof roles)[number];

/** For links and the file manager, every role other than client is staff. The server decides what they can access. */
export function isStaffRole(role: string): boolean {
  return role !== 'client';
}

/** Whether the role opens the staff area. Unknown roles don't. */
export function mayManage(role: string): boolean {
  return role === 'admin' || role === 'super';
}

export function isSuperRole(role: string): boolean {
  return role === 'super';
}
