import { File, FileSpreadsheet, FileText, Folder, Image } from 'lucide-react';
import { splitName } from '#domain/documents/file-names.ts';

const icons: Record<string, typeof File> = {
  '.pdf': FileText,
  '.doc': FileText,
  '.docx': FileText,
  '.txt': FileText,
  '.csv': FileSpreadsheet,
  '.xls': FileSpreadsheet,
  '.xlsx': FileSpreadsheet,
};
for (const extension of ['.jpg', '.jpeg', '.png', '.gif', '.webp', '.heic', '.heif', '.bmp', '.svg']) {
  icons[extension] = Image;
}

/** The icon for a folder or for a file's extension. Decorative: the name is always beside it. */
export function FileIcon({ item }: { item: { readonly type: 'file' | 'folder'; readonly name: string } }) {
  const Icon =
    item.type === 'folder' ? Folder : (icons[splitName(item.name).extension.toLowerCase()] ?? File);
  return (
    <Icon
      size={24}
      strokeWidth={1.5}
      aria-hidden
      className={item.type === 'folder' ? 'fill-accent-soft' : ''}
    />
  );
}
