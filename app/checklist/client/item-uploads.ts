import { createUploadPurposes, type UploadJob } from '#app/documents/queries.ts';
import type { Translate } from '#domain/language/translate.ts';
import { attachDocument, type ItemRef, notifyAttachFailure } from './answers.ts';

export function createItemUploads(queue: Parameters<typeof createUploadPurposes>[0]) {
  let last = Promise.resolve();
  const purposes = createUploadPurposes<{ item: ItemRef; t: Translate }>(queue, ({ item, t }, path) => {
    // Sequential, because each call keeps the files that the previous one attached.
    last = last.then(() =>
      attachDocument(item, path).catch((error: unknown) => notifyAttachFailure(error, t)),
    );
  });

  return {
    /** Uploads files to the folder of the year. Each is attached to the item when it is stored. `t` words a failure. */
    send(item: ItemRef, files: Iterable<File>, t: Translate): void {
      const { userId, year, title, clientName = null } = item;
      const target = { ownerId: userId, clientName, folder: String(year), ...(title && { askedFor: title }) };
      purposes.send({ item, t }, target, files);
    },
    isFor({ id }: UploadJob, item: ItemRef): boolean {
      const found = purposes.of(id)?.item;
      return found?.item === item.item && found.year === item.year && found.userId === item.userId;
    },
  };
}
