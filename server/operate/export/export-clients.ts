import { join } from 'node:path';
import { createEntryNames } from '#domain/documents/archive-names.ts';
import { csvLine } from '#domain/text/csv-write.ts';
import type { Snapshot } from '#server/database/copy/snapshot.ts';
import { textFile } from './tables.ts';

const COLUMNS = ['id', 'kind', 'first_name', 'last_name', 'email', 'role', 'members', 'folder'];

/** Writes clients.csv: who they are, and who else has access today. Returns the folder of each client. */
export async function exportClientList(snapshot: Snapshot, folder: string): Promise<Map<string, string>> {
  const kinds = new Map<string, string>();
  for await (const { id, kind } of snapshot.rows('public.clients')) kinds.set(String(id), String(kind));
  const people = new Map<string, ExportedClient & { role: string }>();
  for await (const row of snapshot.rows('public.user_profiles')) {
    people.set(String(row.user_id), {
      id: String(row.user_id),
      firstName: String(row.first_name),
      lastName: String(row.last_name),
      email: String(row.email),
      role: String(row.role),
    });
  }
  const members = new Map<string, string[]>();
  for await (const { client_id, user_id, relation, ends_at } of snapshot.rows('public.client_members')) {
    const person = people.get(String(user_id));
    if (!person || client_id === user_id || (ends_at && Date.parse(String(ends_at)) <= Date.now())) continue;
    const name = `${person.firstName} ${person.lastName}`.trim() || person.email;
    const others = members.get(String(client_id)) ?? [];
    members.set(String(client_id), [...others, `${name} (${relation})`]);
  }
  const folders = new Map<string, string>();
  const folderOf = createClientFolders();
  const list = textFile(join(folder, 'clients.csv'));
  await list.write(csvLine(COLUMNS));
  for (const client of people.values()) {
    const { id, firstName, lastName, email, role } = client;
    const path = join('clients', folderOf(client));
    folders.set(id, path);
    const others = members.get(id)?.toSorted().join('; ') ?? '';
    await list.write(csvLine([id, kinds.get(id) ?? '', firstName, lastName, email, role, others, path]));
  }
  await list.end();
  return folders;
}

interface ExportedClient {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
}

/** Names the folder of each client below `clients/`: name and start of the id, since names are not unique. */
function createClientFolders(): (client: ExportedClient) => string {
  const names = createEntryNames();
  return ({ id, firstName, lastName, email }) => {
    const name = [lastName, firstName].filter((part) => part.trim() !== '').join(', ') || email;
    return names.file(`${name.replaceAll('/', '_').slice(0, 60)} ${id.slice(0, 8)}`);
  };
}
