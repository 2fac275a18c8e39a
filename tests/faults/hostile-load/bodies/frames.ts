import { BODY_BYTES, LIST_BODY_BYTES } from '#server/http/load/limits.ts';
import type { TestDatabase } from '#tests/support/test-database.ts';

/** A request whose body has one place for a value of any shape. */
export interface Frame {
  method: string;
  /** The route, for the table. */
  route: string;
  path: string;
  before: string;
  after: string;
  bodyLimit: number;
  isJson: boolean;
}

export interface Route {
  method: string;
  url: string;
  bodyLimit?: number;
}

const SOME_ID = '11111111-2222-4333-8444-555555555555';
const captcha = { gotrue_meta_security: { captcha_token: 'x' } };
const credentials = { email: 'nobody@example.com', password: 'maple-street', ...captcha };
const bucket = 'user-documents';
const transfer = { bucketId: bucket, sourceKey: 'a', destinationKey: 'b' };
const facts = { expectedVersion: 1, facts: {}, path: '/', letter: 'x', language: 'en' };

/** A valid body of each route with a JSON body. A value of any shape takes the place of the body, and of each member. */
const bodies: Record<string, object> = {
  'POST /auth/v1/signup': {
    ...credentials,
    data: {},
    phone: '',
    code_challenge: '',
    code_challenge_method: '',
  },
  'POST /auth/v1/token': { ...credentials, refresh_token: 'x', auth_code: 'x', code_verifier: 'x' },
  'POST /auth/v1/verify': { email: 'a@example.com', token: 'x', token_hash: 'x', type: 'email' },
  'POST /auth/v1/verify/link': { token_hash: 'x', type: 'email', redirect_to: 'x' },
  'POST /auth/v1/recover': { ...credentials },
  'POST /auth/v1/otp': { ...credentials, create_user: true },
  'POST /auth/v1/resend': { ...credentials, type: 'signup' },
  'PUT /auth/v1/user': { password: 'x', email: 'x', nonce: 'x', data: {} },
  'POST /auth/v1/logout': { scope: 'none' },
  'POST /auth/v1/factors': { factor_type: 'totp', friendly_name: 'x', issuer: 'x' },
  'POST /auth/v1/factors/:factorId/challenge': {},
  'POST /auth/v1/factors/:factorId/verify': { challenge_id: SOME_ID, code: 'x' },
  'DELETE /auth/v1/factors/:factorId': {},
  'POST /auth/v1/factors/recovery-codes': { friendly_name: 'x' },
  'POST /auth/v1/factors/recovery-codes/regenerate': {},
  'POST /auth/v1/factors/recovery-codes/verify': { code: 'x' },
  'DELETE /auth/v1/factors/recovery-codes': {},
  'POST /auth/v1/office/invitations': { email: 'x', name: 'x', role: 'admin', language: 'en' },
  'POST /auth/v1/invitation': { token: 'x' },
  'POST /auth/v1/invitation/accept': { token: 'x', password: 'x' },
  'POST /auth/v1/email-correction': { token: 'x' },
  'POST /auth/v1/first-super/check': { token: 'x' },
  'POST /auth/v1/first-super': { token: 'x', password: 'x', first_name: 'x', last_name: 'x' },
  'POST /storage/v1/object/list/:bucket': { prefix: '', search: '', sortBy: {} },
  'POST /storage/v1/object/list-v2/:bucket': { prefix: '', cursor: '', sortBy: {} },
  'POST /storage/v1/object/move': transfer,
  'POST /storage/v1/object/copy': { ...transfer, metadata: {} },
  'DELETE /storage/v1/object/:bucket': { prefixes: ['a'] },
  'POST /storage/v1/object/sign/:bucket': { expiresIn: 60, paths: ['a'] },
  'POST /functions/v1/archive': { owner_id: SOME_ID, paths: ['a'] },
  'PUT /functions/v1/office': facts,
  'POST /functions/v1/office/preview': facts,
  'POST /functions/v1/office/letter': facts,
};

/** Fills the parameters of a route's address. */
export const address = (url: string) =>
  url
    .replace(':bucket', bucket)
    .replace(/:[a-zA-Z]+Id\b|:id\b/, SOME_ID)
    .replace('*', 'nobody/a.txt');

const isRest = (url: string) => url.startsWith('/rest/v1/');
const takesBody = ({ method }: Route) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);

function framesOf(route: Omit<Frame, 'before' | 'after'>, body: object): Frame[] {
  const members = Object.keys(body).map((key) => {
    const { [key]: _, ...others } = body as Record<string, unknown>;
    const rest = JSON.stringify(others).slice(1, -1);
    return { ...route, before: `{${rest}${rest && ','}${JSON.stringify(key)}:`, after: '}' };
  });
  return [{ ...route, before: '', after: '' }, ...members];
}

/** All routes with a body but those of REST, which have one handler for many tables. */
export function serviceFrames(routes: readonly Route[]): Frame[] {
  return routes
    .filter((route) => takesBody(route) && !isRest(route.url))
    .flatMap(({ method, url, bodyLimit = BODY_BYTES }) => {
      const route = `${method} ${url}`;
      const query = url === '/auth/v1/token' ? '?grant_type=password' : '';
      const common = {
        method,
        route,
        path: address(url) + query,
        bodyLimit,
        isJson: bodyLimit <= LIST_BODY_BYTES,
      };
      return framesOf(common, bodies[route] ?? {});
    });
}

interface Catalog {
  relations: { name: string; columns: Record<string, string> }[];
  routines: { name: string; inputs: Record<string, string> }[];
}

const CATALOG = `
select json_build_object(
  'relations', (
    select json_agg(json_build_object('name', c.relname, 'columns', (
      select json_object_agg(a.attname, a.atttypid::regtype::text order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    )) order by c.relname)
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') ),
  'routines', (
    select json_agg(json_build_object('name', p.proname, 'inputs', coalesce((
      select json_object_agg(i.name, i.type::regtype::text order by i.at)
      from unnest(p.proargnames[1:p.pronargs], p.proargtypes::oid[]) with ordinality i (name, type, at)
    ), '{}')) order by p.proname)
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype)
) as catalog`;

/** The column or input that takes the most kinds of values. */
function placesIn(types: Record<string, string>): string[] {
  const names = [/json/, /\[\]/, /text/].map((kind) =>
    Object.keys(types).find((name) => kind.test(types[name] ?? '')),
  );
  return names.filter((name) => name !== undefined).slice(0, 1);
}

/** Every table and function that REST shows to anyone. */
export async function restFrames(database: Pick<TestDatabase, 'query'>, userId: string): Promise<Frame[]> {
  const [row] = await database.query<{ catalog: Catalog }>(CATALOG);
  if (!row) throw new Error('there is no catalog');
  const { relations, routines } = row.catalog;
  const whole = { before: '', after: '' };
  const year = new Date().getFullYear();
  const tables = relations.flatMap(({ name, columns }) => {
    const path = `/rest/v1/${name}`;
    const common = { method: 'POST', route: `POST ${path}`, path, bodyLimit: LIST_BODY_BYTES, isJson: true };
    const at = placesIn(columns).map((column) => ({ before: `{"${column}":`, after: '}' }));
    const lists = ['dependents', 'healthInsuranceTypes', 'firstName'].map((key) => ({
      before: `{"user_id":"${userId}","year":${year},"version":1,"form_data":{"anyDependents":"yes","${key}":`,
      after: '}}',
    }));
    const own = 'form_data' in columns ? lists : [];
    const [first = whole] = at;
    const filter = Object.keys(columns)[0];
    return [
      ...[whole, ...at, ...own].map((place) => ({ ...common, ...place })),
      { ...common, ...first, method: 'PATCH', route: `PATCH ${path}`, path: `${path}?${filter}=is.null` },
      { ...common, ...whole, method: 'DELETE', route: `DELETE ${path}`, path: `${path}?${filter}=is.null` },
    ];
  });
  const functions = routines.flatMap(({ name, inputs }) => {
    const path = `/rest/v1/rpc/${name}`;
    const common = { method: 'POST', route: `POST ${path}`, path, bodyLimit: LIST_BODY_BYTES, isJson: true };
    const at = placesIn(inputs).map((input) => ({ before: `{"${input}":`, after: '}' }));
    return [whole, ...at].map((place) => ({ ...common, ...place }));
  });
  return [...tables, ...functions];
}
