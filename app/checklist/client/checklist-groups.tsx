import { useLingui } from '@lingui/react/macro';
import { ChevronDown, CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { groupsOf, type ItemGroup, mightApply, openAtFirst, stillNeeded } from '#domain/checklist/groups.ts';
import type { ListedItem } from '#domain/checklist/state.ts';
import { msg } from '#domain/language/message.ts';
import { inWords, type Translate } from '#domain/language/translate.ts';

interface ChecklistGroupsProps {
  items: readonly ListedItem[];
  /** If it is not the user's own list. */
  clientName: string | null;
  /** The line that the address leads to: it is in sight. */
  linked: string | null;
  renderItem: (item: ListedItem) => ReactNode;
}

/** The documents by person. What is open or folded is decided once, so that nothing moves while a person answers. */
export function ChecklistGroups({ items, clientName, linked, renderItem }: ChecklistGroupsProps) {
  const { t } = useLingui();
  const groups = groupsOf(items);
  const [first] = useState(() => ({
    open: new Set([
      ...openAtFirst(groups),
      ...groups.filter(({ items: all }) => all.some(({ item }) => item === linked)).map(({ key }) => key),
    ]),
    folded: new Set(
      groups
        .flatMap(mightApply)
        .map(({ item }) => item)
        .filter((item) => item !== linked),
    ),
  }));
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const parts = (group: ItemGroup) => (
    <GroupItems group={group} folded={first.folded} renderItem={renderItem} />
  );
  const [only] = groups;
  if (only && groups.length === 1 && only.about === 'you') {
    return (
      <div className="mt-3">
        <h3 className="sr-only">{titleOf(only, clientName, t)}</h3>
        {parts(only)}
      </div>
    );
  }
  return (
    <ul className="mt-4 flex flex-col divide-y divide-line border-y border-line">
      {groups.map((group) => {
        const { key, about } = group;
        const isOpen = changed.get(key) ?? (first.open.has(key) || about === 'office');
        return (
          <li key={key}>
            <h3 className="font-sans text-base">
              <Fold isOpen={isOpen} onToggle={() => setChanged(new Map(changed).set(key, !isOpen))}>
                <span className="min-w-0 flex-1 font-semibold wrap-anywhere">
                  {titleOf(group, clientName, t)}
                </span>
                <Count left={stillNeeded(group)} />
              </Fold>
            </h3>
            {isOpen && parts(group)}
          </li>
        );
      })}
    </ul>
  );
}

type GroupItemsProps = Pick<ChecklistGroupsProps, 'renderItem'> & {
  group: ItemGroup;
  folded: ReadonlySet<string>;
};

function GroupItems({ group, folded, renderItem }: GroupItemsProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const optional = group.items.filter(({ item }) => folded.has(item));
  const others = group.items.filter(({ item }) => !folded.has(item));
  return (
    <>
      <ul className="divide-y divide-line">{others.map(renderItem)}</ul>
      {optional.length > 0 && (
        <div className={classNames('border-line', others.length > 0 && 'border-t')}>
          <Fold isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
            <span className="min-w-0 flex-1 text-sm">
              <span className="block font-semibold">{t`Might apply to you`}</span>
              <span className="block text-muted wrap-anywhere">
                {optional.map(({ title }) => inWords(title, t)).join(', ')}
              </span>
            </span>
          </Fold>
          {isOpen && (
            <ul className="divide-y divide-line border-t border-line">{optional.map(renderItem)}</ul>
          )}
        </div>
      )}
    </>
  );
}

function Count({ left }: { left: number }) {
  const { t } = useLingui();
  if (left > 0) {
    return <span className="figures shrink-0 text-sm text-muted">{t`${{ count: left }} still needed`}</span>;
  }
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-sm text-success">
      <CircleCheck size={18} aria-hidden />
      {t`All done`}
    </span>
  );
}

function Fold(props: { isOpen: boolean; onToggle: () => void; children: ReactNode }) {
  const { isOpen, onToggle, children } = props;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="flex min-h-13 w-full cursor-pointer items-center gap-x-3 rounded-control py-2 text-left hover:bg-action-soft"
    >
      {children}
      <ChevronDown
        size={20}
        aria-hidden
        className={classNames('shrink-0 text-muted', isOpen && 'rotate-180')}
      />
    </button>
  );
}

function titleOf({ about, name }: ItemGroup, clientName: string | null, t: Translate): string {
  switch (about) {
    case 'office':
      return t(msg`We asked you for these`);
    case 'you':
      return clientName ?? t(msg({ message: 'You', context: 'whose documents' }));
    case 'spouse':
      return name || t(msg`Your spouse`);
    case 'dependent':
      return name || t(msg`A dependent`);
    case 'business':
      return name || t(msg`Your business`);
  }
}
