import * as jose from 'jose';
import { codeOf } from '#tests/support/authenticator.ts';
import { type Change, endSessions, type Make } from './changes.ts';
import type { Stage } from './questions.ts';
import { isWhole, lives, owesFactor, type Session, type Token } from './rights.ts';
import { proveMailboxes } from './servers.ts';
import { accepted, type Call, send } from './wire.ts';

interface Tokens {
  access_token: string;
  refresh_token: string;
}

const nothing = () => undefined;

const sendAuth = ({ servers }: Stage, { server, token }: Change, path: string, call: Call = {}) =>
  send(`${servers.urls[server]}/auth/v1/${path}`, { ...(token && { bearer: token.text }), ...call });

/** Throws if a change was made without a right, or refused in spite of one. */
function requireSame(what: string, { person, token }: Change, isDone: boolean, may: boolean): void {
  if (isDone === may) return;
  const session = token && { lives: lives(token), owes: owesFactor(token) };
  throw new Error(`${person.name} ${isDone ? 'could' : 'couldn’t'} ${what} ${JSON.stringify(session)}`);
}

/** A change that a person makes with a token. Without one, nothing is done. */
const withToken =
  (make: (...parts: [...Parameters<Make>, Token]) => ReturnType<Make>): Make =>
  async (stage, change) =>
    change.token ? make(stage, change, change.token) : nothing;

function addToken({ world }: Stage, session: Session, tokens: Tokens): void {
  session.refreshToken = tokens.refresh_token;
  const isRaised = jose.decodeJwt(tokens.access_token).aal === 'aal2';
  world.tokens.push({ text: tokens.access_token, session, isRaised });
}

/** Shows the code of an app in the token's session. */
async function showCode(stage: Stage, change: Change, app: { factorId: string; secret: string }) {
  const path = `factors/${app.factorId}`;
  const challenge = await accepted<{ id: string }>(
    sendAuth(stage, change, `${path}/challenge`, { method: 'POST' }),
  );
  if (!challenge) return undefined;
  // As if the last code had been shown long ago: each works once.
  await stage.servers.database.query('update auth.mfa_factors set last_step = null where id = $1', [
    app.factorId,
  ]);
  const body = { challenge_id: challenge.body.id, code: codeOf(app.secret) };
  return accepted<Tokens>(sendAuth(stage, change, `${path}/verify`, { body }));
}

/** What people do with their own accounts. */
export const byPerson = {
  'a sign-in': async (stage, change) => {
    const { person, detail } = change;
    const password = detail === 0 ? person.formerPassword : person.password;
    const may = person.isActive && password === person.password;
    const body = { email: person.email, password };
    const sent = sendAuth(stage, { ...change, token: undefined }, 'token?grant_type=password', { body });
    const answer = await accepted<Tokens>(sent);
    requireSame('sign in', change, answer !== undefined, may);
    if (!answer) return nothing;
    const id = String(jose.decodeJwt(answer.body.access_token).session_id);
    const session = { id, owner: person, lives: true, isRaised: false, refreshToken: '' };
    return () => addToken(stage, session, answer.body);
  },
  'a refresh': withToken(async (stage, change, { session }) => {
    const body = { refresh_token: session.refreshToken };
    const answer = await accepted<Tokens>(
      sendAuth(stage, change, 'token?grant_type=refresh_token', { body }),
    );
    requireSame('refresh', change, answer !== undefined, session.lives);
    return () => answer && addToken(stage, session, answer.body);
  }),
  'a code': withToken(async (stage, change, token) => {
    const { app } = change.person;
    if (!app) return nothing;
    const answer = await showCode(stage, change, app);
    requireSame('show a code', change, answer !== undefined, lives(token));
    return () => {
      if (!answer) return;
      token.session.isRaised = true;
      addToken(stage, token.session, answer.body);
    };
  }),
  'an app added': withToken(async (stage, change, token) => {
    const { person } = change;
    if (person.app) return nothing;
    await proveMailboxes(stage.servers.database, person.id);
    const body = { factor_type: 'totp' };
    const enrolled = await accepted<{ id: string; totp: { secret: string } }>(
      sendAuth(stage, change, 'factors', { body }),
    );
    requireSame('add an app', change, enrolled !== undefined, lives(token));
    if (!enrolled) return nothing;
    const app = { factorId: enrolled.body.id, secret: enrolled.body.totp.secret };
    const answer = await showCode(stage, change, app);
    if (!answer) throw new Error('the first code was refused');
    return () => {
      person.app = app;
      token.session.isRaised = true;
      addToken(stage, token.session, answer.body);
    };
  }),
  'an app removed': withToken(async (stage, change, token) => {
    const { person } = change;
    if (!person.app) return nothing;
    const sent = sendAuth(stage, change, `factors/${person.app.factorId}`, { method: 'DELETE' });
    const isDone = (await accepted(sent)) !== undefined;
    requireSame('remove the app', change, isDone, isWhole(token));
    return () => {
      if (!isDone) return;
      person.app = undefined;
      for (const { session } of stage.world.tokens) if (session.owner === person) session.isRaised = false;
    };
  }),
  'a sign-out': withToken(async (stage, change, token) => {
    const scope = ['local', 'others', 'global'][change.detail % 3] ?? 'local';
    const sent = sendAuth(stage, change, `logout?scope=${scope}`, { method: 'POST' });
    const isDone = (await accepted(sent)) !== undefined;
    const owes = owesFactor(token);
    requireSame(`sign out ${scope}`, change, isDone, lives(token) && !(owes && scope === 'others'));
    return () => {
      if (!isDone) return;
      endSessions(stage.world, ({ session }) => {
        if (session.owner !== change.person) return false;
        return session === token.session ? scope !== 'others' : scope !== 'local' && !owes;
      });
    };
  }),
  'a session ended on the security page': withToken(async (stage, change, token) => {
    const own = stage.world.tokens.filter(({ session }) => session.owner === change.person);
    const { session } = own[change.detail % own.length] ?? token;
    const body = { session_id: session.id };
    const url = `${stage.servers.urls[change.server]}/rest/v1/rpc/end_my_session`;
    const isDone = (await accepted(send(url, { bearer: token.text, body }))) !== undefined;
    requireSame('end a session', change, isDone, isWhole(token) && session.lives);
    return () => {
      if (isDone) session.lives = false;
    };
  }),
  'another password': withToken(async (stage, change, token) => {
    const { person } = change;
    const password = `${person.password}!`;
    const sent = sendAuth(stage, change, 'user', { method: 'PUT', body: { password } });
    const isDone = (await accepted(sent)) !== undefined;
    requireSame('change the password', change, isDone, isWhole(token));
    return () => {
      if (!isDone) return;
      [person.formerPassword, person.password] = [person.password, password];
      endSessions(stage.world, ({ session }) => session.owner === person && session !== token.session);
    };
  }),
} satisfies Record<string, Make>;
