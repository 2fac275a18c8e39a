interface OfficeSection {
  /** Its address, as app/routes.ts takes it. */
  path: string;
  /** In the list of sections. */
  label: string;
  /** The component, from the folder app/. */
  module: string;
}

/**
 * The parts of /manage/office, each with an address of its own. A new one is a line here and a module that exports its
 * component as default, and `meta`. The frame (`office.tsx`) asks for super; what the section reads, the policies guard.
 */
export const officeSections = [
  { path: 'manage/office', label: 'Staff', module: 'manage/office/staff/staff.tsx' },
  { path: 'manage/office/people', label: 'People', module: 'manage/office/people/people.tsx' },
  { path: 'manage/office/signed-in', label: 'Signed in', module: 'manage/office/people/signed-in.tsx' },
  { path: 'manage/office/legacy', label: 'Clients from before', module: 'manage/office/legacy/legacy.tsx' },
  { path: 'manage/office/health', label: 'Health', module: 'manage/office/health/health.tsx' },
  { path: 'manage/office/recovery', label: 'Recovery', module: 'manage/office/recovery/recovery.tsx' },
  { path: 'manage/office/log', label: 'Log', module: 'manage/office/log/log.tsx' },
] as const satisfies readonly OfficeSection[];

export const officeMeta = ({ path, label }: Pick<OfficeSection, 'path' | 'label'>) => ({
  title: `${label}, Office`,
  description: 'For super users: who works here, and what was done.',
  path: `/${path}`,
  index: false,
});
