import { readZip } from '../../contract/support/archives.ts';
import { DOCUMENTS } from '../../contract/support/storage.ts';
import type { Channels } from './channels.ts';
import {
  isSigned,
  isStaff,
  isSuper,
  isWhole,
  type Link,
  lives,
  mayReach,
  mayReadRows,
  mayWrite,
  type Person,
  type Token,
  type World,
} from './rights.ts';
import type { Servers } from './servers.ts';
import { accepted, type Call, send } from './wire.ts';

export interface Stage {
  servers: Servers;
  world: World;
  channels: Channels;
}

/** A request whose answer depends on rights. */
export interface Question {
  /** One of `questionKinds`. */
  kind: QuestionKind;
  token: Token;
  /** A secret key that is or was valid. */
  secretKey: string;
  /** About this person's rows or documents. */
  about: Person;
  server: number;
}

interface Kind {
  may(world: World, question: Question): boolean;
  /** Sends the request. Whether its answer gives what was asked for. */
  ask(stage: Stage, question: Question): Promise<boolean>;
}

/** Everyone has it from the start. */
export const FIRST_FILE = 'first.txt';
export const textOf = ({ name }: Person): string => `The first file of ${name}.`;

let uploads = 0;

/** Sends the question, and compares the answer with the rights that there were before. */
export async function check(stage: Stage, question: Question): Promise<void> {
  const may = mayNow(stage, question);
  const given = await ask(stage, question);
  if (given !== may) throw new WrongAnswer(question, given);
}

export const mayNow = ({ world }: Stage, question: Question): boolean =>
  KINDS[question.kind].may(world, question);

export const ask = (stage: Stage, question: Question): Promise<boolean> =>
  KINDS[question.kind].ask(stage, question);

export class WrongAnswer extends Error {
  constructor({ kind, token, about, server }: Question, given: boolean) {
    const { owner, lives: isLive, isRaised } = token.session;
    super(
      `server ${server + 1} ${given ? 'gave' : 'refused'} "${kind}" about ${about.name} to ${owner.name} (${JSON.stringify(
        { role: owner.role, isActive: owner.isActive, hasApp: owner.app !== undefined, isLive, isRaised },
      )})`,
    );
  }
}

/** Sends a request to the server of the question, as its token. */
const sendAs = ({ servers }: Stage, { server, token }: Question, path: string, call: Call = {}) =>
  send(`${servers.urls[server]}/${path}`, { bearer: token.text, ...call });

async function hasRows(stage: Stage, question: Question, table: string, call?: Call): Promise<boolean> {
  const ids = stage.world.people.map(({ id }) => id).join();
  const query = `rest/v1/${table}?select=user_id&user_id=in.(${ids})`;
  const answer = await accepted<{ user_id: string }[]>(sendAs(stage, question, query, call));
  return answer?.body.some((row) => row.user_id === question.about.id) ?? false;
}

async function call(stage: Stage, question: Question, name: string, body = {}) {
  return (await accepted(sendAs(stage, question, `rest/v1/rpc/${name}`, { body })))?.body;
}

const storage = (path: string, { about }: Question, name = FIRST_FILE) =>
  `storage/v1/${path}/${DOCUMENTS}/${about.id}/${name}`;

/** The link that this token has for this person's documents, which is used up; undefined if there is none. */
function take(links: Link[], { token, about }: Question): Link | undefined {
  const at = links.findIndex(({ by, owner }) => by === token && owner === about);
  return at < 0 ? undefined : links.splice(at, 1)[0];
}
const find = (links: readonly Link[], { token, about }: Question) =>
  links.find(({ by, owner }) => by === token && owner === about);

const newLink = ({ masterKey }: World, { token, about }: Question, url: string): Link => ({
  by: token,
  owner: about,
  url,
  masterKey,
});

const KINDS = {
  'the account': {
    may: (_, { token }) => lives(token),
    ask: async (stage, question) => (await accepted(sendAs(stage, question, 'auth/v1/user'))) !== undefined,
  },
  'a profile': {
    may: (_, { token, about }) => (lives(token) && token.session.owner === about) || isStaff(token),
    ask: (stage, question) => hasRows(stage, question, 'user_profiles'),
  },
  'the rows of files': {
    may: (world, { token, about }) => mayReadRows(world, token, about),
    ask: (stage, question) => hasRows(stage, question, 'file_uploads'),
  },
  'rows with a secret key': {
    may: ({ secretKeys }, { secretKey }) => secretKey === secretKeys.at(-1),
    ask: (stage, question) => {
      const apikey = question.secretKey;
      return hasRows(stage, question, 'user_profiles', { bearer: undefined, apikey });
    },
  },
  'the role': {
    may: (_, { token }) => isStaff(token),
    ask: async (stage, question) => (await call(stage, question, 'is_staff')) === true,
  },
  'the security page': {
    may: (_, { token }) => isWhole(token),
    ask: async (stage, question) => {
      const sessions = await call(stage, question, 'my_sessions');
      return Array.isArray(sessions) && sessions.length > 0;
    },
  },
  'the list of people': {
    may: (_, { token }) => isSuper(token),
    ask: async (stage, question) => (await call(stage, question, 'find_people')) !== undefined,
  },
  'a folder': {
    may: (world, { token, about }) => mayReach(world, 'storage.objects', token, about),
    ask: async (stage, question) => {
      const body = { prefix: question.about.id };
      const list = sendAs(stage, question, `storage/v1/object/list/${DOCUMENTS}`, { body });
      const answer = await accepted<unknown[]>(list);
      return answer !== undefined && answer.body.length > 0;
    },
  },
  'a document': {
    may: (world, { token, about }) => mayReach(world, 'storage.objects', token, about),
    ask: async (stage, question) => {
      const answer = await accepted(sendAs(stage, question, storage('object/authenticated', question)));
      return answer?.body === textOf(question.about);
    },
  },
  'an upload': {
    may: (_, { token, about }) => mayWrite(token, about),
    ask: async (stage, question) => {
      const name = `${++uploads}.txt`;
      const sent = sendAs(stage, question, storage('object', question, name), { body: name });
      if ((await accepted(sent)) === undefined) return false;
      await stage.channels.expectNews(stage.world, question.about, name);
      return true;
    },
  },
  /** Asks for a link, or opens the one that there is: it needs no session. */
  'a link': {
    may: (world, question) => {
      const link = find(world.links, question);
      if (link) return isSigned(world, link) && question.token.session.owner.isActive;
      return mayReach(world, 'storage.objects', question.token, question.about);
    },
    ask: async (stage, question) => {
      const { world, servers } = stage;
      const link = find(world.links, question);
      if (link) {
        const answer = await accepted(send(`${servers.urls[question.server]}/storage/v1${link.url}`));
        return answer?.body === textOf(question.about);
      }
      const body = { expiresIn: 3600 };
      const answer = await accepted<{ signedURL: string }>(
        sendAs(stage, question, storage('object/sign', question), { body }),
      );
      if (answer) world.links.push(newLink(world, question, answer.body.signedURL));
      return answer !== undefined;
    },
  },
  /** Asks for a link to upload to, or uses the one that there is. */
  'an upload link': {
    may: (world, question) => {
      const link = find(world.uploadLinks, question);
      return mayWrite(question.token, question.about) && (!link || isSigned(world, link));
    },
    ask: async (stage, question) => {
      const { world, servers } = stage;
      const link = take(world.uploadLinks, question);
      const name = `${++uploads}.txt`;
      if (link) {
        const url = `${servers.urls[question.server]}/storage/v1${link.url}`;
        const answer = await accepted(send(url, { method: 'PUT', body: name }));
        const path = new URL(url).pathname;
        if (answer)
          await stage.channels.expectNews(world, question.about, path.slice(path.lastIndexOf('/') + 1));
        return answer !== undefined;
      }
      const answer = await accepted<{ url: string }>(
        sendAs(stage, question, storage('object/upload/sign', question, name), { method: 'POST' }),
      );
      if (answer) world.uploadLinks.push(newLink(world, question, answer.body.url));
      return answer !== undefined;
    },
  },
  /** Orders a zip, or opens the one that was ordered. */
  'a zip': {
    may: (world, { token, about }) => mayReach(world, 'storage.objects', token, about),
    ask: async (stage, question) => {
      const { world, servers } = stage;
      const zip = take(world.zips, question);
      if (zip) {
        const response = await send(`${servers.urls[question.server]}${zip.url}`);
        if (!response.ok) return (await accepted(Promise.resolve(response))) !== undefined;
        const entries = await readZip(Buffer.from(await response.arrayBuffer()));
        return entries.get(FIRST_FILE)?.bytes.toString() === textOf(question.about);
      }
      const body = { owner_id: question.about.id, paths: [FIRST_FILE] };
      const answer = await accepted<{ url: string }>(
        sendAs(stage, question, 'functions/v1/archive', { body }),
      );
      if (answer) world.zips.push(newLink(world, question, answer.body.url));
      return answer !== undefined;
    },
  },
} satisfies Record<string, Kind>;

export type QuestionKind = keyof typeof KINDS;
export const questionKinds = Object.keys(KINDS) as QuestionKind[];
/** Those that only read, so that they can be asked while the rights change. */
export const readingKinds = questionKinds.filter((kind) => !/\b(upload|link|zip)\b/.test(kind));
