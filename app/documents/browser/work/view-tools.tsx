import { Trans } from '@lingui/react/macro';
import { CircleCheck, PanelRight } from 'lucide-react';
import { QuietTool } from '../folder-header.tsx';
import type { WorkView } from './use-folder-work.ts';

export interface ViewToolsProps {
  view: WorkView;
  /** How many files of the folder are used. */
  used: number;
}

/** What of a folder is shown, and how: for preparers. */
export function ViewTools({ view, used }: ViewToolsProps) {
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
