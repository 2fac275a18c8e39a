import { onDemand } from '#app/shared/parts/on-demand.tsx';
import { SelectionTools } from './selection-tools.tsx';
import { type FolderWork, useFolderWork } from './use-folder-work.ts';
import type { Checklist } from './use-work.ts';
import { useUsedDocuments } from './used-query.ts';
import { ViewTools } from './view-tools.tsx';

/**
 * What the list of files needs for preparers. The pages of staff pass it: clients must not load it.
 * @param checklist the client's checklist, to file documents under
 */
export const createStaffTools = (checklist: Checklist) => ({
  useUsedDocuments,
  useFolderWork: (folder: FolderWork) => useFolderWork(folder, checklist),
  ViewTools,
  SelectionTools,
  PreviewPane: onDemand(async () => (await import('./preview-pane.tsx')).PreviewPane),
  WorkDialogs: onDemand(async () => (await import('./work-dialogs.tsx')).WorkDialogs),
});

export type StaffTools = ReturnType<typeof createStaffTools>;
