import { Trans } from '@lingui/react/macro';
import { CircleCheck, Eye, Merge } from 'lucide-react';
import type { DocumentItem } from '../../store/document-store.ts';
import type { Target } from '../../store/target.ts';
import { ToolButton } from '../selection-bar.tsx';
import type { FolderTools } from './use-folder-work.ts';

export interface SelectionToolsProps {
  target: Target;
  items: readonly DocumentItem[];
  tools: FolderTools;
}

export function SelectionTools({ target, items, tools }: SelectionToolsProps) {
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
