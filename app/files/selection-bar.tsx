import { Download, FolderInput, Trash2 } from 'lucide-react';
import type { Selection } from 'react-aria-components';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Dock } from '#app/ui/dock.tsx';
import type { DocumentItem } from './document-store.ts';
import type { Target } from './target.ts';

export interface SelectionBarProps {
  items: readonly DocumentItem[];
  selected: readonly DocumentItem[];
  target: Target;
  onSelect: (selection: Selection) => void;
  onDownload: (file: DocumentItem) => void;
  onMove: () => void;
  onDelete: () => void;
}

/** How many are chosen, and what can be done with them. On a phone the tools take the place of the upload dock. */
export function SelectionBar({ items, selected, target, onSelect, ...on }: SelectionBarProps) {
  const all = selected.length === items.length;
  const [only] = selected;
  return (
    <div
      className={classNames(
        'flex min-h-14 flex-wrap items-center justify-between gap-x-4 border-b border-line bg-sunken pr-2 lg:sticky lg:top-18 lg:z-10 lg:min-h-12',
        // So that its box stands over those of the rows.
        target.dense ? 'pl-[0.9375rem]' : 'pl-[0.9375rem] lg:pl-[1.1875rem]',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-4">
        <Checkbox
          isSelected={all}
          isIndeterminate={selected.length > 0 && !all}
          onChange={() => onSelect(all ? new Set() : new Set(items.map((item) => item.key)))}
          dense={target.dense}
          className="text-sm"
        >
          Select All ({items.length} items)
        </Checkbox>
        <span role="status" className="figures text-sm font-semibold text-action">
          {selected.length > 0 && `${selected.length} selected`}
        </span>
      </div>
      {selected.length > 0 && (
        <Dock label="Selected items" className="max-lg:[&_button]:flex-1 max-lg:[&_button]:px-2">
          {selected.length === 1 && only?.type === 'file' && (
            <ToolButton
              target={target}
              icon={Download}
              onPress={() => on.onDownload(only)}
              verb="Download"
              rest="Selected"
            />
          )}
          <ToolButton target={target} icon={FolderInput} onPress={on.onMove} verb="Move" rest="to Folder" />
          {target.mayDelete && (
            <ToolButton
              target={target}
              icon={Trash2}
              onPress={on.onDelete}
              verb="Delete"
              rest="Selected"
              danger
            />
          )}
        </Dock>
      )}
    </div>
  );
}

interface ToolButtonProps {
  target: Target;
  icon: typeof Download;
  verb: string;
  /** Read out everywhere, shown where there is room. */
  rest: string;
  onPress: () => void;
  danger?: boolean;
}

function ToolButton({ target, icon: Icon, verb, rest, onPress, danger = false }: ToolButtonProps) {
  return (
    <Button
      variant="secondary"
      icon={<Icon size={18} aria-hidden className={danger ? 'text-danger' : ''} />}
      onPress={onPress}
      className={target.dense ? 'lg:min-h-9 lg:px-3 lg:py-1 lg:text-sm' : 'lg:min-h-10 lg:px-4 lg:text-sm'}
    >
      <span>
        {verb}
        <span className="max-lg:sr-only"> {rest}</span>
      </span>
    </Button>
  );
}
