import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { TestFile } from './documents.ts';
import { portal } from './portal.ts';

/** An API client with the office's secret key. */
export async function officeApi(): Promise<SupabaseClient> {
  const { url, dataDir } = portal;
  const key = (await readFile(join(dataDir, 'keys/secret.key'), 'utf8')).trim();
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
}

/** Uploads files into a person's root with the office's key, which skips content checks. */
export async function uploadUnchecked(ownerId: string, files: readonly TestFile[]): Promise<void> {
  const office = await officeApi();
  for (const { name, mimeType, buffer } of files) {
    const { error } = await office.storage
      .from('user-documents')
      .upload(`${ownerId}/${name}`, buffer, { contentType: mimeType });
    if (error) throw error;
  }
}
