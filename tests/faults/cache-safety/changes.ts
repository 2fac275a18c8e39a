import { rotateSigningKey } from '#server/auth/sessions/signing-keys.ts';
import {
  beginRotation,
  endRotation,
  listPreviousKeys,
  removePreviousKey,
  rewrapUntilDone,
} from '#server/operate/keys/master-rotation.ts';
import { rotateSecretKey } from '#server/sealing/secret-key.ts';
import type { Stage } from './questions.ts';
import { type Guarded, membership, type Person, type Reach, type Token, type World } from './rights.ts';
import { accepted, send } from './wire.ts';

/** Where a change is made, and by which of the possible ways. */
export interface Change {
  person: Person;
  /** A token of the person, if there is one. */
  token: Token | undefined;
  server: number;
  detail: number;
}
/** Makes the change. Returns what notes it in the world. */
export type Make = (stage: Stage, change: Change) => Promise<() => void | Promise<void>>;

const nothing = () => undefined;

/** A request of the super user. Throws if it is refused. */
async function asBoss({ servers }: Stage, { server }: Change, path: string, body: object): Promise<unknown> {
  const answer = await accepted(
    send(`${servers.urls[server]}/${path}`, { bearer: servers.boss.token, body }),
  );
  if (!answer) throw new Error(`${path} was refused`);
  return answer.body;
}

const ROLES = ['client', 'admin', 'super'] as const;

/** What a super user does to accounts. */
export const byBoss = {
  'another role': async (stage, change) => {
    const { person, detail } = change;
    const role = ROLES.filter((one) => one !== person.role)[detail % 2] ?? 'client';
    await asBoss(stage, change, 'rest/v1/rpc/set_user_role', { target_user_id: person.id, new_role: role });
    return () => {
      person.role = role;
    };
  },
  'an account deactivated or reactivated': async (stage, change) => {
    const { person } = change;
    const active = !person.isActive;
    await asBoss(stage, change, 'rest/v1/rpc/set_account_active', { target_user_id: person.id, active });
    return () => {
      person.isActive = active;
      if (!active) endSessions(stage.world, (token) => token.session.owner === person);
    };
  },
  'a factor reset': async (stage, change) => {
    const { person } = change;
    const had = person.app !== undefined;
    const path = `auth/v1/office/people/${person.id}/factors/reset`;
    const body = (await asBoss(stage, change, path, {})) as { factors: number };
    if (body.factors !== Number(had)) throw new Error(`${body.factors} factors were reset`);
    return () => {
      person.app = undefined;
      if (had) endSessions(stage.world, (token) => token.session.owner === person);
    };
  },
  'all sessions ended': async (stage, change) => {
    const { person } = change;
    if (!stage.world.tokens.some(({ session }) => session.owner === person && session.lives)) return nothing;
    await asBoss(stage, change, 'rest/v1/rpc/end_sessions_of', { target_user_id: person.id });
    return () => endSessions(stage.world, (token) => token.session.owner === person);
  },
  'a membership given or ended': async (stage, change) => {
    const { person, detail } = change;
    const { people, members } = stage.world;
    const others = people.filter((one) => one !== person);
    const clients = others.filter(({ role }) => role === 'client');
    const owner =
      others.find((one) => members.has(membership(person, one))) ?? clients[detail % clients.length];
    if (!owner) return nothing;
    const key = membership(person, owner);
    const ids = { client_id: owner.id, member_id: person.id };
    if (members.has(key)) {
      await asBoss(stage, change, 'rest/v1/rpc/end_client_member', ids);
      return () => {
        members.delete(key);
      };
    }
    if (person.role !== 'client') return nothing;
    const body = { ...ids, relation: 'spouse', rights: ['see', 'upload'] };
    await asBoss(stage, change, 'rest/v1/rpc/save_client_member', body);
    return () => {
      members.add(key);
    };
  },
} satisfies Record<string, Make>;

export function endSessions(world: World, isMeant: (token: Token) => boolean): void {
  for (const token of world.tokens.filter(isMeant)) token.session.lives = false;
}

/** What an operator does on the command line. */
export const byOperator = {
  'a new signing key': async ({ servers }) => {
    await rotateSigningKey(servers.commandDatabase, servers.keyRing.sealer);
    return nothing;
  },
  'a new secret key': async ({ servers, world, channels }) => {
    const key = await rotateSecretKey(servers.dataDir);
    return async () => {
      world.secretKeys.push(key);
      for (const url of servers.urls) await channels.join(world, url, key);
    };
  },
  /** One after the other: both at once take so long that a server looks at the keys in between. */
  'a new master key, or the old one forgotten': async ({ servers, world }) => {
    const { dataDir, commandDatabase: database, keyRing } = servers;
    if (world.oldestMasterKey === world.masterKey) {
      const from = await beginRotation(dataDir, keyRing);
      await rewrapUntilDone({ database, keyRing });
      await endRotation(dataDir, from);
      return () => {
        world.masterKey += 1;
      };
    }
    await rewrapUntilDone({ database, keyRing });
    for (const key of await listPreviousKeys(dataDir)) await removePreviousKey(dataDir, key);
    return () => {
      world.oldestMasterKey = world.masterKey;
    };
  },
} satisfies Record<string, Make>;

const TABLES: Record<Guarded, { policy: string; owner: string }> = {
  file_uploads: { policy: '"own files, or staff: read" on public.file_uploads', owner: 'user_id' },
  'storage.objects': {
    policy: '"documents: read own, staff all" on storage.objects',
    owner: 'public.document_owner(name)',
  },
};
const NARROWER: readonly Reach[] = ['own', 'no one'];

async function alterPolicy({ servers, world }: Stage, table: Guarded, detail: number): Promise<() => void> {
  const { policy, owner } = TABLES[table];
  const isOpen = world.reach[table] === 'members and staff';
  const reach = (isOpen && NARROWER[detail % 2]) || 'members and staff';
  const isOwn = `${owner} = (select auth.uid())`;
  const isOfMember = `${owner} = any ((select auth.my_clients('see'))::uuid[])`;
  const rule = {
    'members and staff': `${isOfMember} or (select public.is_staff())`,
    own: isOwn,
    'no one': 'false',
  };
  await servers.database.query(`alter policy ${policy} using (${rule[reach]})`);
  return () => {
    world.reach[table] = reach;
  };
}

/** What a migration does. */
export const bySql = {
  'another policy of rows': (stage, { detail }) => alterPolicy(stage, 'file_uploads', detail),
  'another policy of documents': (stage, { detail }) => alterPolicy(stage, 'storage.objects', detail),
  'a grant revoked or given back': async ({ servers, world }) => {
    const isGranted = !world.isGranted;
    const verb = isGranted
      ? 'grant select on public.file_uploads to'
      : 'revoke select on public.file_uploads from';
    await servers.database.query(`${verb} authenticated`);
    return () => {
      world.isGranted = isGranted;
    };
  },
} satisfies Record<string, Make>;
