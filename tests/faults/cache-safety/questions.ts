import { basename } from 'node:path';
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
  mayStillRead,
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
  /** A link that was given for this question, or for an earlier one. */
  link?: Link | undefined;
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
    may: (world, { token, about }) => mayWrite(world, token, about),
    ask: async (stage, question) => {
      const name = `${++uploads}.txt`;
      const sent = sendAs(stage, question, storage('object', question, name), { body: name });
      if ((await accepted(sent)) === undefined) return false;
      await stage.channels.expectNews(stage.world, question.about, name);
      return true;
    },
  },
  /** Asks for a link, and later opens it, which needs no session. */
  'a link': {
    may: (world, { link, token, about }) =>
      link
        ? isSigned(world, link) && mayStillRead(world, link)
        : mayReach(world, 'storage.objects', token, about),
    ask: async (stage, question) => {
      const { world, servers } = stage;
      if (question.link) {
        const url = `${servers.urls[question.server]}/storage/v1${question.link.url}`;
        return (await accepted(send(url)))?.body === textOf(question.about);
      }
      const sent = sendAs(stage, question, storage('object/sign', question), { body: { expiresIn: 3600 } });
      const answer = await accepted<{ signedURL: string }>(sent);
      if (!answer) return false;
      question.link = newLink(world, question, answer.body.signedURL);
      world.links.push(question.link);
      return true;
    },
  },
  /** Asks for a link to upload to, and later uses it. */
  'an upload link': {
    may: (world, { link, token, about }) => mayWrite(world, token, about) && (!link || isSigned(world, link)),
    ask: async (stage, question) => {
      const { world, servers, channels } = stage;
      const { link, about } = question;
      if (link) {
        const url = `${servers.urls[question.server]}/storage/v1${link.url}`;
        if (!(await accepted(send(url, { method: 'PUT', body: 'by a link' })))) return false;
        await channels.expectNews(world, about, basename(new URL(url).pathname));
        return true;
      }
      const path = storage('object/upload/sign', question, `${++uploads}.txt`);
      const answer = await accepted<{ url: string }>(sendAs(stage, question, path, { method: 'POST' }));
      if (answer) question.link = newLink(world, question, answer.body.url);
      return answer !== undefined;
    },
  },
  /** Orders a zip, and later opens it. */
  'a zip': {
    may: (world, { link, token, about }) =>
      mayReach(world, 'storage.objects', token, about) && (!link || isSigned(world, link)),
    ask: async (stage, question) => {
      const { world, servers } = stage;
      if (question.link) {
        const response = await send(`${servers.urls[question.server]}${question.link.url}`);
        if (!response.ok) return (await accepted(Promise.resolve(response))) !== undefined;
        const entries = await readZip(Buffer.from(await response.arrayBuffer()));
        return entries.get(FIRST_FILE)?.bytes.toString() === textOf(question.about);
      }
      const body = { owner_id: question.about.id, paths: [FIRST_FILE] };
      const answer = await accepted<{ url: string }>(
        sendAs(stage, question, 'functions/v1/archive', { body }),
      );
      if (answer) question.link = newLink(world, question, answer.body.url);
      return answer !== undefined;
    },
  },
} satisfies Record<string, Kind>;

export type QuestionKind = keyof typeof KINDS;
export const questionKinds = Object.keys(KINDS) as QuestionKind[];
/** Those that a member of another client may ask. */
export const membersKinds: readonly QuestionKind[] = [
  'the rows of files',
  'a folder',
  'a document',
  'an upload',
];
/** Those that only read, so that they can be asked while the rights change. */
export const readingKinds = questionKinds.filter((kind) => !/\b(upload|link|zip)\b/.test(kind));
