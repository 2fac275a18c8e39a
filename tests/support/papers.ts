/** Minimal files of the types that clients upload, with a text in them. */

export function paper(name: string, text = name): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(text);
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const [before, after] = AROUND[extension] ?? ['', ''];
  return Buffer.concat([Buffer.from(before, 'latin1'), bytes, Buffer.from(after, 'latin1')]);
}

const AROUND: Record<string, [string, string]> = {
  pdf: ['%PDF-1.4\n% ', '\nstartxref\n0\n%%EOF\n'],
  png: ['\x89PNG\r\n\x1a\n\0\0\0\0tEXt', '\0\0\0\0IEND\xaeB`\x82'],
  jpg: ['\xff\xd8\xff\xe0', '\xff\xd9'],
  heic: ['\0\0\0\x18ftypheic\0\0\0\0', ''],
};
