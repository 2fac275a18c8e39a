import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { newClientForm } from '../forms/tax-forms.ts';
import { createPerson, PASSWORD, type Person, visitor } from '../people.ts';
import { photo } from '../sample-documents.ts';
import { eventually } from '../waiting.ts';

type Query = (sql: string, values?: unknown[]) => Promise<unknown[]>;

interface Written {
  /** The time of the response, in milliseconds since 1970. */
  answeredAt: number;
}
interface WrittenForm extends Written {
  /** A sealed answer. Later forms of the same person have a higher number. */
  ssn: string;
}
interface WrittenDocument extends Written {
  path: string;
  sha256: string;
}

export interface OfficeLoad {
  /** The number of confirmed writes. */
  count(): number;
  /** Waits for this many more confirmed writes. */
  more(count: number): Promise<void>;
  /** Stops and waits for writes in progress. */
  stop(): Promise<void>;
  /** A line for each write that was confirmed before this time and can't be read at this portal. */
  lostAt(portal: { url: string }, before: number): Promise<string[]>;
  people: readonly Person[];
}

const LINE = '519-28-';

/**
 * Clients that continuously write forms and documents with supabase-js and record confirmed writes. Each one pauses for
 * `pauseMs` after a form and a document.
 */
export async function startOfficeLoad(
  url: string,
  query: Query,
  { count = 4, year = 2026, documentBytes = 40_000, pauseMs = 0 } = {},
): Promise<OfficeLoad> {
  const database = { query } as Parameters<typeof createPerson>[0]['database'];
  const people = await Promise.all(Array.from({ length: count }, () => createPerson({ url, database })));
  const forms = new Map<string, WrittenForm[]>(people.map(({ id }) => [id, []]));
  const documents = new Map<string, WrittenDocument[]>(people.map(({ id }) => [id, []]));
  let stopped = false;
  let answered = 0;

  const work = async ({ id, client }: Person) => {
    for (let number = 1; !stopped; number += 1) {
      const ssn = LINE + String(1000 + number);
      const form = await client
        .from('tax_forms')
        .upsert({ user_id: id, year, form_data: { ...newClientForm, ssn } })
        .then(({ error }) => error);
      if (!form) {
        forms.get(id)?.push({ ssn, answeredAt: Date.now() });
        answered += 1;
      }
      const { buffer } = photo('scan.jpg', documentBytes);
      const path = `${id}/${year}/scan-${number}.jpg`;
      const { error } = await client.storage
        .from('user-documents')
        .upload(path, buffer, { contentType: 'image/jpeg' });
      if (!error) {
        const sha256 = createHash('sha256').update(buffer).digest('hex');
        documents.get(id)?.push({ path, sha256, answeredAt: Date.now() });
        answered += 1;
      }
      if (pauseMs > 0) await setTimeout(pauseMs);
    }
  };
  const working = Promise.all(people.map(work));

  return {
    people,
    count: () => answered,
    more: async (wanted) => {
      const before = answered;
      await eventually(async () => answered >= before + wanted, 60_000);
    },
    stop: async () => {
      stopped = true;
      await working;
    },
    lostAt: async (portal, before) => {
      const lost: string[] = [];
      for (const { id, email } of people) {
        const client = visitor(portal);
        const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
        if (error) {
          lost.push(`${email} can't sign in: ${error.message}`);
          continue;
        }
        const last = forms.get(id)?.findLast(({ answeredAt }) => answeredAt < before);
        const { data: row } = await client
          .from('tax_forms')
          .select('form_data')
          .eq('year', year)
          .maybeSingle();
        const ssn = String((row?.form_data as { ssn?: string } | undefined)?.ssn ?? '');
        const readable = ssn.startsWith(LINE);
        if (last && !(readable && ssn >= last.ssn)) lost.push(`form ${last.ssn} of ${email}: "${ssn}"`);
        const due = documents.get(id)?.filter(({ answeredAt }) => answeredAt < before) ?? [];
        for (const { path, sha256 } of due) {
          const { data } = await client.storage.from('user-documents').download(path);
          const bytes = data && Buffer.from(await data.arrayBuffer());
          if (!bytes || createHash('sha256').update(bytes).digest('hex') !== sha256) lost.push(path);
        }
      }
      return lost;
    },
  };
}
