import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSecretKey } from '#server/sealing/secret-key.ts';
import { freshEmail, insertPerson, PASSWORD } from '#tests/support/people.ts';
import { DOCUMENTS } from '../../contract/support/storage.ts';
import { byBoss, byOperator, bySql, type Change, type Make } from './changes.ts';
import { Channels } from './channels.ts';
import { byPerson } from './own-changes.ts';
import {
  ask,
  check,
  FIRST_FILE,
  mayNow,
  type Question,
  type QuestionKind,
  questionKinds,
  readingKinds,
  type Stage,
  textOf,
  WrongAnswer,
} from './questions.ts';
import type { Person, Token, World } from './rights.ts';
import { type Servers, startServers } from './servers.ts';
import { accepted, send } from './wire.ts';

/**
 * No answer is given on a right that ended before the request began, and none is refused for a right that there is:
 * whatever the two servers keep in memory. Each run has new people, and takes steps in random order. A step asks some
 * questions, so that the servers know all about them, makes a change, and asks them again.
 */

let servers: Servers;

beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers?.close());

const PEOPLE = ['Ana', 'Ben', 'Cleo', 'Dan'] as const;
const RUNS = 25;
const LONGEST_RUN = 40;
/** After that, on a busy machine, the rest is left out. It also ends the search for a shorter example of a failure. */
const TIME_MS = 75_000;

const changes: Record<string, Make> = { ...byPerson, ...byBoss, ...byOperator, ...bySql };

const changeName = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom(...Object.keys(byPerson)) },
  { weight: 6, arbitrary: fc.constantFrom(...Object.keys(byBoss)) },
  { weight: 4, arbitrary: fc.constantFrom(...Object.keys(bySql)) },
  { weight: 3, arbitrary: fc.constant('a new channel') },
  { weight: 2, arbitrary: fc.constantFrom('a new signing key', 'a new secret key') },
  // These take a second.
  { weight: 1, arbitrary: fc.constantFrom('a new master key', 'the old master keys forgotten') },
);
const questionOf = (kinds: readonly QuestionKind[]) =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    /** Of the person who is concerned, or else of someone else. */
    isOwn: fc.boolean(),
    holder: fc.nat(99),
    about: fc.nat(PEOPLE.length - 1),
    server: fc.nat(1),
  });
const step = fc.record({
  change: changeName,
  person: fc.nat(PEOPLE.length - 1),
  holder: fc.nat(99),
  server: fc.nat(1),
  detail: fc.nat(11),
  questions: fc.array(questionOf(questionKinds), { minLength: 2, maxLength: 5 }),
  meanwhile: fc.array(questionOf(readingKinds), { maxLength: 2 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Wording = Step['questions'][number];

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];

/** Each kind of question once, since they are asked at the same time. */
function questionsFor(stage: Stage, person: Person, wordings: readonly Wording[]): Question[] {
  const questions = wordings.map((wording) => questionFor(stage, person, wording));
  return [...new Map(questions.flatMap((one) => (one ? [[one.kind, one]] : []))).values()];
}

function questionFor({ world }: Stage, person: Person, wording: Wording): Question | undefined {
  const token = pick(wording.isOwn ? tokensOf(world, person) : world.tokens, wording.holder);
  const about = pick(world.people, wording.about);
  const secretKey = pick(world.secretKeys, wording.holder);
  if (!token || !about || secretKey === undefined) return undefined;
  return { ...wording, token, about, secretKey };
}

async function take(stage: Stage, { change: name, questions, meanwhile, ...chosen }: Step): Promise<void> {
  const { world } = stage;
  const person = pick(world.people, chosen.person);
  if (!person) return;
  // Mostly of a session that is alive: the others can do nothing.
  const own = tokensOf(world, person);
  const alive = own.filter(({ session }) => session.lives);
  const token = pick(chosen.holder < 80 ? alive : own, chosen.holder);
  const change = { ...chosen, person, token };
  const asked = questionsFor(stage, person, questions);
  await Promise.all(asked.map((question) => check(stage, question)));
  if (name === 'a new channel') await join(stage, change);
  else await changeDuring(stage, changes[name], change, questionsFor(stage, person, meanwhile));
  await Promise.all(asked.map((question) => check(stage, question)));
}

async function join({ servers: { urls }, world, channels }: Stage, { token, server }: Change): Promise<void> {
  if (token) expect(await channels.join(world, urls[server] ?? '', token)).toBe(token.session.lives);
}

/** Makes the change while the questions are asked: they may be answered by the rights before or after it. */
async function changeDuring(
  stage: Stage,
  make: Make | undefined,
  change: Change,
  questions: readonly Question[],
) {
  const before = questions.map((question) => mayNow(stage, question));
  const [note, ...given] = await Promise.all([
    make?.(stage, change),
    ...questions.map((question) => ask(stage, question)),
  ]);
  await note?.();
  for (const [at, question] of questions.entries()) {
    const answer = given[at] === true;
    if (answer !== before[at] && answer !== mayNow(stage, question)) throw new WrongAnswer(question, answer);
  }
}

/** Four people with a document each, all signed in. Cleo is of the office. Dan has an app. */
async function open(): Promise<Stage> {
  const people = await Promise.all(PEOPLE.map(newPerson));
  const secretKey = await loadSecretKey(servers.dataDir);
  const world: World = {
    people,
    tokens: [],
    links: [],
    uploadLinks: [],
    zips: [],
    secretKeys: [secretKey],
    masterKey: 0,
    oldestMasterKey: 0,
    reach: { file_uploads: 'own and staff', 'storage.objects': 'own and staff' },
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
  const url = `${servers.urls[0]}/storage/v1/object/${DOCUMENTS}/${person.id}/${FIRST_FILE}`;
  if (!(await accepted(send(url, { bearer: token.text, body: textOf(person) })))) throw new Error('no file');
  await stage.channels.expectNews(stage.world, person, FIRST_FILE);
  if (['Cleo', 'Dan'].includes(person.name)) await make(stage, 'an app added', person);
  if (person.name === 'Cleo') await make(stage, 'another role', person);
}

const tokensOf = ({ tokens }: World, person: Person): Token[] =>
  tokens.filter(({ session }) => session.owner === person);

async function make(stage: Stage, name: string, person: Person, detail = 1): Promise<void> {
  const change = { person, token: tokensOf(stage.world, person).at(-1), server: 0, detail };
  const note = await changes[name]?.(stage, change);
  await note?.();
}

async function newPerson(name: string): Promise<Person> {
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
async function close(stage: Stage): Promise<void> {
  const { channels, world } = stage;
  channels.close();
  const [person] = world.people;
  if (!person) return;
  await make(stage, 'another policy of rows', person, 0);
  await make(stage, 'another policy of documents', person, 0);
  if (!world.isGranted) await make(stage, 'a grant revoked or given back', person);
}

test('a right that has ended opens nothing with the next request, on either server', async () => {
  const until = performance.now() + TIME_MS;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: LONGEST_RUN, size: 'max' }), async (steps) => {
      if (performance.now() > until) return;
      const stage = await open();
      const story: string[] = [];
      try {
        for (const one of steps) {
          story.push(`${one.change}: ${PEOPLE[one.person]}, server ${one.server + 1}`);
          await take(stage, one);
        }
        stage.channels.requireNoOther();
      } catch (error) {
        throw new Error(`${(error as Error).message}\n${story.join('\n')}`, { cause: error });
      } finally {
        await close(stage);
      }
    }),
    { numRuns: RUNS },
  );
  // No request has failed.
  expect(servers.output()).not.toContain('"level":50');
});
