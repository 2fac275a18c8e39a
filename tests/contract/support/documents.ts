import { createPerson, type Person } from '#tests/support/people.ts';
import type { SharedPortal } from '#tests/support/server/portal.ts';
import { DOCUMENTS } from './storage.ts';

/** A client and two staff members, with the access record of the client's documents. */
export interface DocumentRoom {
  maria: Person;
  /** admin */
  dana: Person;
  /** super */
  sam: Person;
  /** Uploads as Maria. Returns the id. */
  put(path: string, text?: string): Promise<string>;
  /** A signed link requested by the person. */
  link(by: Person, path: string, options?: { download: true | string }): Promise<string>;
  /** The new records of Maria's documents since the last call, oldest first, without common columns. */
  news(): Promise<Event[]>;
  countOf(id: string): Promise<number>;
}

export type Event = Record<string, unknown>;

export const MARIA = { actor_name: 'Maria Lopez', actor_role: 'client' };
export const DANA = { actor_name: 'Dana Reyes', actor_role: 'admin' };
export const SAM = { actor_name: 'Sam Whitfield', actor_role: 'super' };
export const PROGRAM = { actor_name: null, actor_role: 'service' };

const FIELDS = 'actor_name, actor_role, action, document_id, path, new_path, file_count, via';

const PAGE = 1000;

/** Empty values are left out. */
const said = ({ id: _id, ...event }: Event): Event =>
  Object.fromEntries(
    Object.entries(event).filter(([name, value]) => value !== null || name === 'actor_name'),
  );

export async function openDocumentRoom(portal: SharedPortal): Promise<DocumentRoom> {
  const [maria, dana, sam] = await Promise.all([
    createPerson(portal),
    createPerson(portal, { role: 'admin', data: { first_name: 'Dana', last_name: 'Reyes' } }),
    createPerson(portal, { role: 'super', data: { first_name: 'Sam', last_name: 'Whitfield' } }),
  ]);
  let seen = 0;
  return {
    maria,
    dana,
    sam,
    put: async (path, text = path) => {
      const { data, error } = await maria.client.storage
        .from(DOCUMENTS)
        .upload(`${maria.id}/${path}`, new Blob([text], { type: 'text/plain' }));
      if (error) throw error;
      return data.id;
    },
    link: async (by, path, options) => {
      const { data, error } = await by.client.storage
        .from(DOCUMENTS)
        .createSignedUrl(`${maria.id}/${path}`, 60, options);
      if (error) throw error;
      return data.signedUrl;
    },
    news: async () => {
      const news: Event[] = [];
      for (let full = true; full; ) {
        const { data, error } = await dana.client
          .from('document_events')
          .select(`id, ${FIELDS}`)
          .eq('owner_id', maria.id)
          .gt('id', seen)
          .order('id')
          .limit(PAGE)
          .overrideTypes<(Event & { id: number })[], { merge: false }>();
        if (error) throw error;
        seen = data.at(-1)?.id ?? seen;
        full = data.length === PAGE;
        news.push(...data.map(said));
      }
      return news;
    },
    countOf: async (id) => {
      const { data } = await dana.client
        .from('file_uploads')
        .select('download_count')
        .eq('id', id)
        .single<{ download_count: number }>();
      return data?.download_count ?? Number.NaN;
    },
  };
}
