import type { DirectoryDropItem, DropItem, FileDropItem } from 'react-aria-components';
import { joinPath } from '#domain/documents/folders.ts';
import type { ChosenFile } from '../../upload/upload-job.ts';

/** The files that were dropped, those in folders with the way to them, however deep. */
export async function readDropped(items: readonly DropItem[]): Promise<ChosenFile[]> {
  const read = await Promise.all(items.map((item) => (item.kind === 'text' ? [] : readEntry(item, ''))));
  return read.flat();
}

async function readEntry(item: FileDropItem | DirectoryDropItem, under: string): Promise<ChosenFile[]> {
  if (item.kind === 'file') {
    try {
      return [{ file: await item.getFile(), under }];
    } catch (error) {
      // It was taken away meanwhile, or the browser may not read it. The others go on.
      console.warn('A dropped file was skipped: it could not be read', error);
      return [];
    }
  }
  const folder = joinPath(under, item.name);
  const chosen: ChosenFile[] = [];
  for await (const entry of item.getEntries()) chosen.push(...(await readEntry(entry, folder)));
  return chosen;
}
