import { hashSecret, newRefreshToken } from '#server/auth/secrets.ts';
import { type Session, tokenResponse } from '#server/auth/sessions/sessions.ts';
import { loadSigningKeys } from '#server/auth/sessions/signing-keys.ts';
import { readUser } from '#server/auth/users/users.ts';
import { openDatabase } from '#server/database/database.ts';
import { createSealer } from '#server/sealing/sealer.ts';

/** A session as supabase-js stores it. */
export type StoredSession = Awaited<ReturnType<typeof tokenResponse>>;

/** Writes a session of a person into the database, and signs its tokens. */
export type WriteSession = (userId: string) => Promise<StoredSession>;

interface Portal {
  url: string;
  /** As the owner. */
  databaseUrl: string;
  /** In base64. */
  masterKey: string;
}

const INSERT = `
  with session as (insert into auth.sessions (user_id, amr) values ($1, $2) returning id, user_id, aal, amr),
    token as (insert into auth.refresh_tokens (session_id, token_hash) select id, $3 from session)
  select * from session`;

/** Signs people in without a login, which takes a hash and several requests. For tests of something else. */
export async function openSessionWriter({ url, databaseUrl, masterKey }: Portal): Promise<WriteSession> {
  const database = openDatabase({
    url: databaseUrl,
    poolSize: 2,
    onIdleError: () => undefined,
  });
  const keys = await loadSigningKeys(database, createSealer(Buffer.from(masterKey, 'base64')));
  return async (userId) => {
    const refreshToken = newRefreshToken();
    const amr = [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }];
    const { rows } = await database.query<Session>(INSERT, [
      userId,
      JSON.stringify(amr),
      hashSecret(refreshToken),
    ]);
    const [session] = rows;
    if (!session) throw new Error('no session was inserted');
    const user = await readUser(database, userId);
    return tokenResponse({ session, refreshToken, user }, { keys, siteUrl: url });
  };
}
