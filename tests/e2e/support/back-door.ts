import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { inject } from 'vitest';
import type { TestFile } from './documents.ts';

/** Puts files into a person's root with the office's own key: nobody looks at what is in them. */
export async function slipIn(ownerId: string, files: readonly TestFile[]): Promise<void> {
  const { url, dataDir } = inject('portal');
  const key = (await readFile(join(dataDir, 'keys/secret.key'), 'utf8')).trim();
  const office = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  for (const { name, mimeType, buffer } of files) {
    const { error } = await office.storage
      .from('user-documents')
      .upload(`${ownerId}/${name}`, buffer, { contentType: mimeType });
    if (error) throw error;
  }
}
