/** What a person may be. Given by a super user only; every sign-up is a client. */
export const roles = ['client', 'admin', 'super'] as const;
export type Role = (typeof roles)[number];

/** Any role other than client counts as staff for the links and the file manager; what they open, the server decides. */
export function isStaffRole(role: string): boolean {
  return role !== 'client';
}

/** Who is let into the staff area. A role that nobody knows is not. */
export function mayManage(role: string): boolean {
  return role === 'admin' || role === 'super';
}

export function isSuperRole(role: string): boolean {
  return role === 'super';
}
