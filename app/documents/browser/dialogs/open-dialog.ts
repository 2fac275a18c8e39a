import type { ListedItem } from '#domain/checklist/state.ts';
import type { DocumentItem } from '../../store/document-store.ts';

export type FileDialog =
  | { kind: 'create' }
  | { kind: 'rename'; item: DocumentItem }
  | { kind: 'move'; items: readonly DocumentItem[] }
  | { kind: 'delete'; items: readonly DocumentItem[] }
  | { kind: 'preview'; item: DocumentItem }
  | { kind: 'takeBack'; item: DocumentItem }
  | { kind: 'history'; item: DocumentItem | null }
  | { kind: 'trash' }
  | { kind: 'keyboard' };

export type WorkDialog =
  | { kind: 'split'; item: DocumentItem }
  | { kind: 'join'; items: readonly DocumentItem[] }
  | { kind: 'line'; item: DocumentItem }
  | { kind: 'ask'; item: DocumentItem; line: ListedItem };

export type OpenDialog = FileDialog | WorkDialog;

export function isWorkDialog(dialog: OpenDialog): dialog is WorkDialog {
  return ['split', 'join', 'line', 'ask'].includes(dialog.kind);
}
