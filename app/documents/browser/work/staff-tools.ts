import { onDemand } from '#app/shared/parts/on-demand.tsx';
import { SelectionTools } from './selection-tools.tsx';
import { type FolderWork, useFolderWork } from './use-folder-work.ts';
import type { UseLines } from './use-work.ts';
import { useUsedDocuments } from './used-query.ts';
import { ViewTools } from './view-tools.tsx';

/**
 * What the list of files needs for preparers. The pages of staff pass it: clients must not load it.
 * @param useLines the lines of a client's checklist, to file documents under
 */
export const createStaffTools = (useLines: UseLines) => ({
  useUsedDocuments,
  useFolderWork: (folder: FolderWork) => useFolderWork(folder, useLines),
  ViewTools,
  SelectionTools,
  PreviewPane: onDemand(async () => (await import('./preview-pane.tsx')).PreviewPane),
  WorkDialogs: onDemand(async () => (await import('./work-dialogs.tsx')).WorkDialogs),
});

export type StaffTools = ReturnType<typeof createStaffTools>;
