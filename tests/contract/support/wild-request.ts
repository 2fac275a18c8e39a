import fc, { type Arbitrary } from 'fast-check';
import { PUBLISHABLE_KEY, SECRET_KEY } from '#tests/support/server/portal.ts';
import { columnOf, encoded, pairsIn, queryOf, rawQuery, seldom, text, value } from './wild-query.ts';

const header = fc.stringMatching(/^[ -~]{0,40}$/);
const PREFERENCES = [
  ...[
    'return=representation',
    'return=headers-only',
    'count=exact',
    'count=planned',
    'count=estimated',
    'tx=rollback',
  ],
  ...['resolution=merge-duplicates', 'resolution=ignore-duplicates', 'missing=default', 'max-affected=1'],
];
const FORMATS = [
  '*/*',
  'text/csv',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.array+json;nulls=stripped',
];
const absent = fc.constant(undefined);
const asKey = (key: string) => ({ apikey: key, authorization: `Bearer ${key}` });

export const headers: Arbitrary<Record<string, string>> = fc
  .tuple(
    fc.record({
      prefer: seldom(
        seldom(
          fc.subarray(PREFERENCES).map((chosen) => chosen.join(', ')),
          absent,
          2,
        ),
        header,
        15,
      ),
      accept: seldom(seldom(absent, fc.constantFrom(...FORMATS), 3), header, 25),
      range: seldom(
        seldom(absent, fc.constantFrom('0-1', '1-', '5-1', '0-999999999999999999'), 8),
        header,
        25,
      ),
      'accept-profile': seldom(absent, header, 40),
      'content-profile': seldom(absent, header, 40),
      'content-type': seldom(fc.constant('application/json'), header, 40),
      'x-anything': seldom(absent, header),
    }),
    seldom(fc.constantFrom(SECRET_KEY, SECRET_KEY, PUBLISHABLE_KEY), fc.stringMatching(/^[!-~]{1,40}$/), 30),
  )
  .map(([given, key]) => {
    const present = Object.entries(given).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    return { ...Object.fromEntries(present), ...asKey(key) };
  });

const cell = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(1, 2, true, null, 'round', '[1,2)', '{a}'),
);
const row = fc.dictionary(columnOf('things'), cell, { minKeys: 1, maxKeys: 4 });
const named = fc.record({ name: fc.oneof(text, fc.uuid()) });
const rows = fc.tuple(named, row).map(([key, rest]) => ({ ...rest, ...key }));
export const body = fc.oneof(
  { weight: 3, arbitrary: named.map((one) => JSON.stringify(one)) },
  { weight: 3, arbitrary: rows.map((one) => JSON.stringify(one)) },
  { weight: 3, arbitrary: fc.array(rows, { maxLength: 3 }).map((several) => JSON.stringify(several)) },
  { weight: 1, arbitrary: fc.oneof(fc.json(), text) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '[',
      '{"name":"\\ud800"}',
      '{"name":"\\u0000"}',
      '[{}]',
      '[{},{}]',
      '{"big":1e400}',
    ),
  },
);

/** The test functions with their arguments. */
const FUNCTIONS: Record<string, string[]> = {
  add_them: ['a', 'b'],
  all_things: ['min_id'],
  one_thing: ['wanted'],
  pairs: [],
  counts: ['up_to'],
  nothing: [],
  echo_json: [],
  echo_args: ['number', 'list', 'doc', 'word'],
  sum_all: ['numbers'],
  clash: ['a'],
  forbidden: [],
  shouting: [],
  is_staff: [],
  set_user_role: ['target_user_id', 'new_role'],
};

export interface WildCall {
  name: string;
  given: [string, string][];
  query: string;
}

/** Wild names include those that every object has, such as "constructor". */
const argumentsOf = (name: string) => (Object.hasOwn(FUNCTIONS, name) ? (FUNCTIONS[name] ?? []) : []);

export const call: Arbitrary<WildCall> = seldom(fc.constantFrom(...Object.keys(FUNCTIONS)), text, 30).chain(
  (name) =>
    fc.record({
      name: fc.constant(encoded(name)),
      given: fc
        .tuple(...argumentsOf(name).map((argument) => value.map((one): [string, string] => [argument, one])))
        .chain((all) => seldom(fc.constant(all), fc.array(fc.tuple(text, value), { maxLength: 2 }))),
      query: seldom(fc.constant(''), queryOf('things'), 2),
    }),
);

export const callPath = ({ name, given, query }: WildCall) =>
  `/rest/v1/rpc/${name}?${pairsIn(given)}&${query}`;

/** Any text that a request line can contain. */
export const anyPath = rawQuery.map((raw) => `/rest/v1/${raw}`);
