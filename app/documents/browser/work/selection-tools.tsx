import { Trans } from '@lingui/react/macro';
import { CircleCheck, Eye, Merge } from 'lucide-react';
import type { DocumentItem } from '../../store/document-store.ts';
import type { Target } from '../../store/target.ts';
import { ToolButton } from '../selection-bar.tsx';

export interface SelectionToolsProps {
  target: Target;
  items: readonly DocumentItem[];
  onUsed: () => void;
  onSeen: () => void;
  onJoin: () => void;
}

export function SelectionTools({ target, items, onUsed, onSeen, onJoin }: SelectionToolsProps) {
  if (items.some(({ type }) => type !== 'file')) return null;
  const hasUnseen = items.some(({ isByClient, isSeen }) => isByClient && !isSeen);
  return (
    <>
      {hasUnseen && (
        <ToolButton target={target} icon={Eye} onPress={onSeen}>
          <Trans context="files">Seen</Trans>
        </ToolButton>
      )}
      <ToolButton target={target} icon={CircleCheck} onPress={onUsed}>
        <Trans>Used</Trans>
      </ToolButton>
      {items.length > 1 && (
        // A phone has room for five tools.
        <span className={hasUnseen ? 'hidden lg:contents' : 'contents'}>
          <ToolButton target={target} icon={Merge} onPress={onJoin}>
            <Trans context="files">Join</Trans>
          </ToolButton>
        </span>
      )}
    </>
  );
}
