import { join } from 'node:path';
import { createEntryNames } from '#domain/documents/archive-names.ts';
import { csvLine } from '#domain/text/csv-write.ts';
import type { Snapshot } from '#server/database/copy/snapshot.ts';
import { textFile } from './tables.ts';

const COLUMNS = ['id', 'kind', 'first_name', 'last_name', 'email', 'role', 'members', 'folder'];

type Person = Record<'user_id' | 'first_name' | 'last_name' | 'email' | 'role', string>;

/** Writes clients.csv: who they are, and who else has access today. Returns the folder of each client. */
export async function exportClientList(snapshot: Snapshot, folder: string): Promise<Map<string, string>> {
  const kinds = new Map<string, string>();
  for await (const { id, kind } of snapshot.rows('public.clients')) kinds.set(String(id), String(kind));
  const people = new Map<string, Person>();
  for await (const row of snapshot.rows('public.user_profiles')) {
    people.set(String(row.user_id), row as Person);
  }
  const members = new Map<string, string[]>();
  for await (const { client_id, user_id, relation, ends_at } of snapshot.rows('public.client_members')) {
    const person = people.get(String(user_id));
    if (!person || client_id === user_id || (ends_at && Date.parse(String(ends_at)) <= Date.now())) continue;
    const name = `${person.first_name} ${person.last_name}`.trim() || person.email;
    const others = members.get(String(client_id)) ?? [];
    members.set(String(client_id), [...others, `${name} (${relation})`]);
  }
  const folders = new Map<string, string>();
  const names = createEntryNames();
  const list = textFile(join(folder, 'clients.csv'));
  await list.write(csvLine(COLUMNS));
  for (const { user_id: id, first_name, last_name, email, role } of people.values()) {
    const name = [last_name, first_name].filter((part) => part.trim() !== '').join(', ') || email;
    // With the start of the id, since names are not unique.
    const own = names.file(`${name.replaceAll('/', '_').slice(0, 60)} ${id.slice(0, 8)}`);
    const path = join('clients', own);
    folders.set(id, path);
    const others = members.get(id)?.toSorted().join('; ') ?? '';
    await list.write(csvLine([id, kinds.get(id) ?? '', first_name, last_name, email, role, others, path]));
  }
  await list.end();
  return folders;
}
