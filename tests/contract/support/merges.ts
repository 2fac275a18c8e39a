import { randomUUID } from 'node:crypto';
import type { Client, Person } from '#tests/support/people.ts';
import { DOCUMENTS } from './storage.ts';

export interface MergeAnswer {
  status: number;
  mergeId: string;
  /** Why it was refused. */
  code?: string;
}

export interface MergePreview {
  problems: string[];
  moves: Record<string, number>;
  stays: { forms: number[]; drafts: number[]; returns: { year: number; kind: string }[] };
  details: Record<string, string | true>;
  people: { user_id: string; is_new: boolean; relation: string; rights: string[] }[];
}

export async function previewOf(by: Client, source: string, target: string): Promise<MergePreview> {
  const { data } = await by
    .rpc('preview_client_merge', { source, target }, { get: true })
    .throwOnError()
    .single<MergePreview>();
  return data;
}

async function call(url: string, by: Client, name: string, body: object): Promise<MergeAnswer> {
  const { session } = (await by.auth.getSession()).data;
  const answer = await fetch(`${url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${session?.access_token}` },
    body: JSON.stringify(body),
  });
  const said = (await answer.json()) as Omit<MergeAnswer, 'status'>;
  return { ...said, status: answer.status };
}

/** Merges as staff do: after a preview, with the people that it named. */
export async function mergeClients(
  url: string,
  by: Client,
  { source, target, requestId = randomUUID() }: { source: string; target: string; requestId?: string },
): Promise<MergeAnswer> {
  const { people } = await previewOf(by, source, target);
  const shown = people.map(({ user_id }) => user_id);
  return call(url, by, 'client-merge', { source, target, requestId, people: shown });
}

export const mergeAs = (url: string, by: Client, body: object) => call(url, by, 'client-merge', body);
export const undoMerge = (url: string, by: Client, mergeId: string) =>
  call(url, by, 'client-merge-undo', { mergeId });

const files = ({ client }: Pick<Person, 'client'>) => client.storage.from(DOCUMENTS);

export async function upload(by: Pick<Person, 'client'>, key: string, text = key): Promise<void> {
  const { error } = await files(by).upload(key, new Blob([text], { type: 'text/plain' }));
  if (error) throw error;
}

/** The text of a document; undefined if it can't be read. */
export async function textOf(by: Pick<Person, 'client'>, key: string): Promise<string | undefined> {
  const { data } = await files(by).download(key);
  return data?.text();
}

/** The names in a folder. */
export async function namesIn(by: Pick<Person, 'client'>, folder: string): Promise<string[]> {
  const { data, error } = await files(by).list(folder);
  if (error) throw error;
  return data.map(({ name }) => name);
}
