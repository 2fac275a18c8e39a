import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { TestFile } from './documents.ts';
import { portal } from './portal.ts';

/** The API with the office's own key. */
export async function officeApi(): Promise<SupabaseClient> {
  const { url, dataDir } = portal;
  const key = (await readFile(join(dataDir, 'keys/secret.key'), 'utf8')).trim();
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
}

/** Puts files into a person's root with the office's own key: nobody looks at what is in them. */
export async function slipIn(ownerId: string, files: readonly TestFile[]): Promise<void> {
  const office = await officeApi();
  for (const { name, mimeType, buffer } of files) {
    const { error } = await office.storage
      .from('user-documents')
      .upload(`${ownerId}/${name}`, buffer, { contentType: mimeType });
    if (error) throw error;
  }
}
