import { loadSecretKey } from '#server/sealing/secret-key.ts';
import { freshEmail, insertPerson, PASSWORD } from '#tests/support/people.ts';
import { DOCUMENTS } from '../../contract/support/storage.ts';
import { byBoss, byOperator, bySql, type Make } from './changes.ts';
import { Channels } from './channels.ts';
import { byPerson } from './own-changes.ts';
import { check, FIRST_FILE, type Stage, textOf } from './questions.ts';
import { isWhole, lives, type Person, type Token, type World } from './rights.ts';
import type { Servers } from './servers.ts';
import { accepted, send } from './wire.ts';

export const PEOPLE = ['Ana', 'Ben', 'Cleo', 'Dan'] as const;

export const changes: Record<string, Make> = { ...byPerson, ...byBoss, ...byOperator, ...bySql };

/** Four people with a document each, all signed in. All but Ana have an app; Cleo is an admin, and Dan a super user. */
export async function openStage(servers: Servers): Promise<Stage> {
  const people = await Promise.all(PEOPLE.map((name) => newPerson(servers, name)));
  const secretKey = await loadSecretKey(servers.dataDir);
  const world: World = {
    people,
    tokens: [],
    links: [],
    secretKeys: [secretKey],
    masterKey: 0,
    oldestMasterKey: 0,
    members: new Set(),
    reach: { file_uploads: 'members and staff', 'storage.objects': 'members and staff' },
    isGranted: true,
  };
  const channels = new Channels();
  const stage = { servers, world, channels };
  // These see every new file: when one has arrived, the other channels of this server have what they get of it.
  for (const url of servers.urls) await channels.join(world, url, secretKey);
  await Promise.all(people.map((person) => moveIn(stage, person)));
  return stage;
}

async function moveIn(stage: Stage, person: Person): Promise<void> {
  await make(stage, 'a sign-in', person);
  const [token] = tokensOf(stage.world, person);
  if (!token) throw new Error('not signed in');
  const url = `${stage.servers.urls[0]}/storage/v1/object/${DOCUMENTS}/${person.id}/${FIRST_FILE}`;
  if (!(await accepted(send(url, { bearer: token.text, body: textOf(person) })))) throw new Error('no file');
  await stage.channels.expectNews(stage.world, person, FIRST_FILE);
  await check(stage, { kind: 'a link', token, about: person, secretKey: '', server: 0 });
  if (person.name !== 'Ana') await make(stage, 'an app added', person);
  if (person.name === 'Cleo') await make(stage, 'another role', person, 0);
  if (person.name === 'Dan') await make(stage, 'another role', person, 1);
}

/** Gives the person back what they may have lost: without rights, there is nothing to end. */
export async function revive(stage: Stage, person: Person): Promise<void> {
  if (!person.isActive) await make(stage, 'an account deactivated or reactivated', person);
  if (!tokensOf(stage.world, person).some(lives)) await make(stage, 'a sign-in', person);
  if (!person.app && person.role !== 'client') await make(stage, 'an app added', person);
  if (!tokensOf(stage.world, person).some(isWhole)) await make(stage, 'a code', person);
  if (!isMember(stage.world, person)) await make(stage, 'a membership given or ended', person);
}

const isMember = ({ members }: World, { id }: Person) => [...members].some((one) => one.startsWith(id));

export const tokensOf = ({ tokens }: World, person: Person): Token[] =>
  tokens.filter(({ session }) => session.owner === person);

async function make(stage: Stage, name: string, person: Person, detail = 1): Promise<void> {
  const token = tokensOf(stage.world, person).findLast(lives);
  const note = await changes[name]?.(stage, { person, token, server: 0, detail });
  await note?.();
}

async function newPerson(servers: Servers, name: string): Promise<Person> {
  const email = freshEmail(name.toLowerCase());
  const id = await insertPerson(servers, { email, data: { first_name: name, last_name: 'Lopez' } });
  return {
    name,
    id,
    email,
    role: 'client',
    isActive: true,
    password: PASSWORD,
    formerPassword: `${PASSWORD} of another time`,
    app: undefined,
  };
}

/** Takes back what the run has changed for everyone. */
export async function closeStage(stage: Stage): Promise<void> {
  const { channels, world } = stage;
  channels.close();
  const [person] = world.people;
  if (!person) return;
  const { file_uploads: rows, 'storage.objects': documents } = world.reach;
  if (rows !== 'members and staff') await make(stage, 'another policy of rows', person);
  if (documents !== 'members and staff') await make(stage, 'another policy of documents', person);
  if (!world.isGranted) await make(stage, 'a grant revoked or given back', person);
}
