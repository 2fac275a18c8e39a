import { Trans } from '@lingui/react/macro';
import { CircleCheck, Eye, Merge, PanelRight } from 'lucide-react';
import { onDemand } from '#app/shared/parts/on-demand.tsx';
import type { DocumentItem } from '../../store/document-store.ts';
import type { Target } from '../../store/target.ts';
import { QuietTool } from '../folder-header.tsx';
import { ToolButton } from '../selection-bar.tsx';
import { type FolderTools, type FolderWork, useFolderWork, type WorkView } from './use-folder-work.ts';
import type { Checklist } from './use-work.ts';
import { useUsedDocuments } from './used-query.ts';

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

interface SelectionToolsProps {
  target: Target;
  items: readonly DocumentItem[];
  tools: FolderTools;
}

function SelectionTools({ target, items, tools }: SelectionToolsProps) {
  if (items.some(({ type }) => type !== 'file')) return null;
  const hasUnseen = items.some(({ isByClient, isSeen }) => isByClient && !isSeen);
  return (
    <>
      {hasUnseen && (
        <ToolButton target={target} icon={Eye} onPress={tools.markSelectedSeen}>
          <Trans context="files">Seen</Trans>
        </ToolButton>
      )}
      <ToolButton target={target} icon={CircleCheck} onPress={tools.markSelected}>
        <Trans>Used</Trans>
      </ToolButton>
      {items.length > 1 && (
        // A phone has room for five tools.
        <span className={hasUnseen ? 'hidden lg:contents' : 'contents'}>
          <ToolButton target={target} icon={Merge} onPress={tools.join}>
            <Trans context="files">Join</Trans>
          </ToolButton>
        </span>
      )}
    </>
  );
}

interface ViewToolsProps {
  view: WorkView;
  /** How many files of the folder are used. */
  used: number;
}

/** What of a folder is shown, and how: for preparers. */
function ViewTools({ view, used }: ViewToolsProps) {
  return (
    <>
      {(used > 0 || view.hidesUsed) && (
        <QuietTool
          icon={CircleCheck}
          onPress={() => view.hideUsed(!view.hidesUsed)}
          aria-pressed={view.hidesUsed}
        >
          <Trans>Hide used ({used})</Trans>
        </QuietTool>
      )}
      <QuietTool
        icon={PanelRight}
        onPress={() => view.showBeside(!view.isBeside)}
        aria-pressed={view.isBeside}
        className="max-lg:hidden"
      >
        <span className="max-[1440px]:sr-only">
          <Trans>Preview beside</Trans>
        </span>
      </QuietTool>
    </>
  );
}
