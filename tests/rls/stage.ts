import type { TestPortal } from '#tests/support/server/portal.ts';
import { assemble, type Cast } from './actors.ts';
import { isDocumentOperation, layOutDocuments, tryDocuments } from './document-operations.ts';
import { restOperations } from './rest-operations.ts';
import { layOutVisitors } from './visitor-operations.ts';
import type { Outcome, Row } from './vocabulary.ts';

/** A server with everybody and everything that the table speaks of. */
export interface Stage {
  cast: Cast;
  /** Tries a line of the table; afterwards the people are what they were. */
  outcomeOf(row: Row): Promise<Outcome>;
}

export async function setTheStage(portal: TestPortal): Promise<Stage> {
  const cast = await assemble(portal);
  await layOutDocuments(cast);
  await layOutVisitors(cast);
  await portal.database.query(`insert into public.audit_log (action) values ('rls.test')`);
  return {
    cast,
    outcomeOf: async ({ operation, as }) => {
      const client = cast.clients[as];
      if (!client) throw new Error(`nobody plays "${as}"`);
      const attempt = { client, cast, ownId: cast.idOf[as] ?? cast.a };
      if (isDocumentOperation(operation)) return tryDocuments(operation, attempt);
      await rememberProfiles(portal);
      try {
        return await restOperations[operation](attempt);
      } finally {
        await restoreProfiles(portal);
      }
    },
  };
}

async function rememberProfiles({ database }: TestPortal): Promise<void> {
  await database.query(
    'create table if not exists nutmeg.profiles_as_they_were as table public.user_profiles',
  );
}

async function restoreProfiles({ database }: TestPortal): Promise<void> {
  await database.query(`
    delete from public.user_profiles p
    where not exists (select from nutmeg.profiles_as_they_were w where to_jsonb(w) = to_jsonb(p))`);
  // Not the column that the database makes of the others.
  const columns = 'id, user_id, email, first_name, last_name, phone, role, confirmed, created_at, updated_at';
  await database.query(
    `insert into public.user_profiles (${columns})
     select ${columns} from nutmeg.profiles_as_they_were on conflict do nothing`,
  );
}
