/** Those who work for the office. */
export const staffRoles = ['reception', 'admin', 'super'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Only a super user assigns roles; every sign-up is a client. */
export const roles = ['client', ...staffRoles] as const;
export type Role = (typeof roles)[number];

export function isRole(word: string): word is Role {
  return (roles as readonly string[]).includes(word);
}

/** For links and the file manager, every role other than client is staff. The server decides what they can access. */
export function isStaffRole(role: string): boolean {
  return role !== 'client';
}

/** Whether the role opens the staff area, or a part of it. Unknown roles don't. */
export function mayManage(role: string): boolean {
  return (staffRoles as readonly string[]).includes(role);
}

/** Whether the role opens the documents, forms, and returns of clients, as `nutmeg.opens_papers` says. Unknown roles don't. */
export function opensPapers(role: string): boolean {
  return mayManage(role) && role !== 'reception';
}

export function isSuperRole(role: string): boolean {
  return role === 'super';
}
