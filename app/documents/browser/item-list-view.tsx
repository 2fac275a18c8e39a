import { Trans, useLingui } from '@lingui/react/macro';
import type { MouseEvent } from 'react';
import type { DragAndDropHooks } from 'react-aria-components';
import { FileIcon } from '#app/shared/drawings/file-icon.tsx';
import { type DateFormats, useDates } from '#app/shared/format/dates.ts';
import { onDemand } from '#app/shared/parts/on-demand.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { ItemList, ItemRow } from '#app/ui/layout/item-list.tsx';
import { useWideScreen } from '#app/ui/layout/use-wide-screen.ts';
import { formatSize, isNew, shortenMiddle, splitBeforeEnd } from '#domain/documents/file-display.ts';
import { msg, plural } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { type DocumentItem, isFromOffice } from '../store/document-store.ts';
import { isLocked, type Target } from '../store/target.ts';
import { columnWidth } from './columns.ts';
import { type ItemHandlers, type MoreActions, RowActions } from './item-actions.tsx';
import type { FileSelection } from './use-selection.ts';
import type { UsedDocuments } from './work/used-query.ts';

const VIRTUALIZE_ABOVE = 100;
const LongList = onDemand(
  async () => (await import('#app/ui/layout/long-list.tsx')).LongList,
  <Skeleton className="h-128" />,
);

const fromOffice = msg`From the office`;
const folderKind = msg`Folder`;

/** In characters: one line on wide screens, two lines on phones. */
const maxNameLength = { wide: 64, narrow: 46 };
/** Characters at the end of a name that are always shown in dense rows. */
const NAME_END = 12;

export interface ItemListViewProps {
  label: string;
  items: readonly DocumentItem[];
  target: Target;
  selection: FileSelection;
  /** Must be stable: rows keep the first ones. */
  handlers: ItemHandlers;
  /** Must be stable, too. */
  moreActions: MoreActions | undefined;
  dragAndDropHooks?: DragAndDropHooks<DocumentItem>;
  onContextMenu: (item: DocumentItem, at: { x: number; y: number }) => void;
  takeFocus: boolean;
  used: UsedDocuments;
  /** No columns, since the preview is beside the list. */
  isNarrow: boolean;
}

export function ItemListView(props: ItemListViewProps) {
  const { label, items, target, selection, handlers, dragAndDropHooks, onContextMenu, takeFocus } = props;
  const { moreActions, used, isNarrow } = props;
  const { service } = useOffice();
  const { t } = useLingui();
  const { recentDate } = useDates();
  const now = new Date();
  const isWide = useWideScreen();
  const hasCells = isWide && target.dense && !isNarrow;
  const longest = isWide && !isNarrow ? maxNameLength.wide : maxNameLength.narrow;
  const openMenu = (item: DocumentItem) => (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    onContextMenu(item, pointOf(event));
  };
  const list = (
    <ItemList
      label={label}
      items={items}
      // Rows render again only when one of these or the item changes.
      dependencies={[target, isWide, isNarrow, used]}
      selectionMode="multiple"
      selectedKeys={selection.keys}
      onSelectionChange={selection.choose}
      disabledKeys={selection.lockedKeys}
      disabledBehavior="selection"
      {...(dragAndDropHooks ? { dragAndDropHooks } : {})}
      autoFocus={takeFocus && 'first'}
    >
      {(item) => (
        <ItemRow
          id={item.key}
          textValue={item.name}
          dense={target.dense}
          icon={<FileIcon item={item} />}
          title={
            hasCells ? (
              <NameOnOneLine name={item.name} />
            ) : (
              <span translate="no" title={item.name}>
                {shortenMiddle(item.name, longest)}
              </span>
            )
          }
          {...(hasCells
            ? { cells: <Cells item={item} target={target} /> }
            : { detail: detailOf(item, target, recentDate, t) })}
          badge={
            item.type === 'file' && (
              <>
                {isNewFile(item, now, service.newBadgeDays) && !used.has(item.key) && (
                  <Badge tone="danger" size="small">
                    <Trans>NEW</Trans>
                  </Badge>
                )}
                {used.has(item.key) && (
                  <Badge tone="success" size="small">
                    <Trans>Used</Trans>
                  </Badge>
                )}
                {/* Dense rows have no second line for the origin. */}
                {hasCells && isFromOffice(item) && <span className="whitespace-nowrap">{t(fromOffice)}</span>}
              </>
            )
          }
          actions={
            <RowActions
              item={item}
              target={target}
              handlers={handlers}
              moreActions={moreActions}
              isNarrow={isNarrow}
            />
          }
          {...(isLocked(item, target) ? {} : { onAction: () => handlers.onOpen(item) })}
          {...(isWide ? { onContextMenu: openMenu(item) } : {})}
        />
      )}
    </ItemList>
  );
  return items.length > VIRTUALIZE_ABOVE ? <LongList dense={hasCells}>{list}</LongList> : list;
}

/** A name on one line, shortened in the middle: the end tells files apart. */
function NameOnOneLine({ name }: { name: string }) {
  const [start, end] = splitBeforeEnd(name, NAME_END);
  return (
    <span translate="no" title={name} className="flex max-w-full">
      <span className="truncate whitespace-pre">{start}</span>
      <span className="shrink-0 whitespace-pre">{end}</span>
    </span>
  );
}

/** At the pointer, or on the row if the keyboard opened the menu. */
function pointOf({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>): { x: number; y: number } {
  if (clientX !== 0 || clientY !== 0) return { x: clientX, y: clientY };
  const { left, bottom } = currentTarget.getBoundingClientRect();
  return { x: left + 48, y: bottom };
}

function Cells({ item, target }: { item: DocumentItem; target: Target }) {
  const { t } = useLingui();
  const { recentDate } = useDates();
  const cell = 'figures shrink-0 whitespace-nowrap text-right text-muted';
  return (
    <>
      {target.seesCounts && (
        <span className={classNames(cell, columnWidth.count)}>{item.downloadCount || ''}</span>
      )}
      <span className={classNames(cell, columnWidth.date)}>
        {item.uploadedAt && recentDate(item.uploadedAt)}
      </span>
      <span className={classNames(cell, columnWidth.size)}>
        {t(item.type === 'file' ? formatSize(item.size) : folderKind)}
      </span>
    </>
  );
}

function detailOf(
  item: DocumentItem,
  target: Target,
  recentDate: DateFormats['recentDate'],
  t: Translate,
): string {
  if (item.type === 'folder') return t(folderKind);
  const parts = [t(formatSize(item.size)), item.uploadedAt ? recentDate(item.uploadedAt) : ''];
  if (target.seesCounts && item.downloadCount) parts.push(t(countText(item.downloadCount)));
  // First, because phones cut off the end.
  if (isFromOffice(item)) parts.unshift(t(fromOffice));
  return parts.filter(Boolean).join(' · ');
}

const countText = (count: number) => msg`${plural({ count }, { one: '# download', other: '# downloads' })}`;

function isNewFile(item: DocumentItem, now: Date, days: number): boolean {
  const { uploadedAt, downloadCount, isSeen } = item;
  // What staff add is not new to them.
  if (uploadedAt === null || downloadCount === null || !item.isByClient) return false;
  return isNew({ uploadedAt: new Date(uploadedAt), downloadCount, isSeen }, now, days);
}
