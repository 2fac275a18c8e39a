import { StaffShell } from './staff-shell.tsx';

/** The staff area has its own bar. app/root.tsx reads it here, so that public pages don't load it. */
export const handle = { shell: StaffShell };

export { RequireStaff as default } from '#app/shared/session/guards/protected-route.tsx';
