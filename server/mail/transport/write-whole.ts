import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes to a draft and renames it, so that readers never see partial files. */
export async function writeWhole(folder: string, name: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `.${name}.draft`);
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(folder, name)).catch(async (error: unknown) => {
    await rm(draft, { force: true });
    throw error;
  });
}
