import fc, { type Arbitrary } from 'fast-check';

/**
 * Random requests to the REST API for the tables of `rest-tables.ts`. Each part is usually valid and sometimes random, so
 * that many requests reach PostgreSQL.
 */

/** Usually the first arbitrary, sometimes the other. */
export function seldom<T>(usual: Arbitrary<T>, other: Arbitrary<T>, usually = 9): Arbitrary<T> {
  return fc.oneof({ weight: usually, arbitrary: usual }, { weight: 1, arbitrary: other });
}

const joined = (...parts: Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(''));
const listed = (part: Arbitrary<string>, most: number, least = 0) =>
  fc.array(part, { minLength: least, maxLength: most }).map((texts) => texts.join(','));

export const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e999',
    'null',
    'true',
    '{}',
    '[]',
    '{1,2}',
    '[1,2)',
    '\0',
    '%',
    '"',
    "'",
    '\\',
  ),
  fc.constantFrom(
    '2025-01-01',
    'infinity',
    'NaN',
    '99999999999999999999',
    '\ud800',
    '\uffff',
    '𝕏',
    '*',
    '\u202e',
  ),
);

const COLUMNS: Record<string, string[]> = {
  things: [
    ...['id', 'name', 'label', 'amount', 'big', 'ratio', 'active', 'shape', 'data', 'raw', 'tags', 'numbers'],
    ...['span', 'day', 'moment', 'code', 'body', 'maker_id', 'shouting', '"weird \\"name"'],
  ],
  parts: ['id', 'thing_id', 'title', 'price'],
  notes: ['id', 'owner', 'text', 'public', 'secret'],
  cheap_parts: ['id', 'title', 'price'],
  user_profiles: ['id', 'user_id', 'email', 'role', 'created_at'],
};

export const columnOf = (relation: string) => {
  // Random names include properties of all objects, such as "constructor".
  const known = fc.constantFrom(...((Object.hasOwn(COLUMNS, relation) && COLUMNS[relation]) || ['id']));
  return seldom(known, fc.oneof(text, fc.constantFrom('parts', 'makers', 'and', 'or', 'not', 'select')), 30);
};

const step = joined(
  fc.constantFrom('->', '->>'),
  seldom(fc.constantFrom('a', 'b', '0', '-1', '99999999999'), text),
);
const fieldOf = (relation: string) =>
  joined(
    columnOf(relation),
    seldom(
      fc.constant(''),
      listed(step, 3).map((steps) => steps.replaceAll(',', '')),
      5,
    ),
  );

const operator = fc.constantFrom(
  ...[
    'eq',
    'neq',
    'gt',
    'gte',
    'lt',
    'lte',
    'like',
    'ilike',
    'match',
    'imatch',
    'is',
    'in',
    'isdistinct',
    'cs',
    'cd',
  ],
  ...[
    'ov',
    'sl',
    'sr',
    'nxr',
    'nxl',
    'adj',
    'fts',
    'plfts',
    'phfts',
    'wfts',
    'eq(any)',
    'like(all)',
    'fts(english)',
  ],
);
export const value = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 1, arbitrary: listed(text, 4).map((list) => `(${list})`) },
  { weight: 1, arbitrary: listed(text, 4).map((list) => `{${list}}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('null', 'true', 'unknown', 'red apple', '1', '2.5', 'round', '(1,2)', '{a}'),
  },
);
const condition = joined(fc.constantFrom('', '', 'not.'), operator, fc.constant('.'), value);

const logicOf = (relation: string) => {
  const { logic } = fc.letrec<{ logic: string; member: string }>((tie) => ({
    logic: listed(tie('member'), 3, 1).map((members) => `(${members})`),
    member: fc.oneof(
      { maxDepth: 3 },
      joined(fieldOf(relation), fc.constant('.'), condition),
      joined(fc.constantFrom('and', 'or', 'not.and', 'not.or'), tie('logic')),
    ),
  }));
  return logic;
};

const type = fc.constantFrom(
  ...[
    'text',
    'int',
    'date',
    'jsonb',
    'nope',
    'double precision',
    'regclass',
    'xml',
    'oid',
    'cstring',
    'record',
  ],
  ...[
    'anyarray',
    'void',
    'pg_node_tree',
    'money',
    'interval',
    'tid',
    'bit',
    'int4range',
    'tsquery',
    'internal',
    'name',
  ],
);
const selectOf = (relation: string) => {
  const { select } = fc.letrec<{ select: string; item: string }>((tie) => ({
    select: listed(tie('item'), 3),
    item: fc.oneof(
      { maxDepth: 3 },
      fieldOf(relation),
      fc.constant('*'),
      joined(text, fc.constant(':'), fieldOf(relation)),
      joined(fieldOf(relation), fc.constant('::'), type),
      joined(
        fc.constantFrom('', '...', 'x:'),
        fc.constantFrom('parts', 'makers', 'labels', 'thing_details', 'things', 'people', 'nope'),
        fc.constantFrom('', '!inner', '!left', '!maker_id', '!nope'),
        seldom(
          fc.constantFrom('(*)', '(id)', '()'),
          tie('select').map((inner) => `(${inner})`),
          2,
        ),
      ),
    ),
  }));
  return select;
};
const orderOf = (relation: string) =>
  listed(
    joined(
      seldom(fieldOf(relation), fc.constantFrom('makers(name)', 'parts(id)')),
      fc.constantFrom('', '.asc', '.desc', '.up'),
      fc.constantFrom('', '.nullsfirst', '.nullslast'),
    ),
    2,
    1,
  );
const number = seldom(
  fc.constantFrom('0', '1', '3', '999999999999999999'),
  fc.oneof(fc.integer().map(String), text, fc.constant('9999999999999999999')),
  3,
);

const parameterOf = (relation: string): Arbitrary<string[]> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.tuple(fieldOf(relation), condition) },
    {
      weight: 1,
      arbitrary: fc.tuple(
        fieldOf('parts').map((field) => `parts.${field}`),
        condition,
      ),
    },
    {
      weight: 4,
      arbitrary: fc.tuple(fc.constantFrom('or', 'and', 'not.or', 'not.not.or'), logicOf(relation)),
    },
    { weight: 4, arbitrary: fc.tuple(fc.constant('select'), selectOf(relation)) },
    { weight: 3, arbitrary: fc.tuple(fc.constant('order'), orderOf(relation)) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('limit', 'offset', 'parts.limit'), number) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('columns', 'on_conflict'), columnOf(relation)) },
    { weight: 1, arbitrary: fc.tuple(text, text) },
  );

export const encoded = (part: string) => encodeURIComponent(part.toWellFormed());
export const pairsIn = (pairs: string[][]) => pairs.map((pair) => pair.map(encoded).join('=')).join('&');
/** Unencoded percent signs and delimiters. */
export const rawQuery = fc.stringMatching(/^[!-~]{0,60}$/).map((raw) => raw.replaceAll('#', ''));
export const queryOf = (relation: string) =>
  seldom(fc.array(parameterOf(relation), { minLength: 1, maxLength: 2 }).map(pairsIn), rawQuery, 20);

/** A path of a table or view, usually with a valid query. */
export const relationPath = seldom(
  fc.constantFrom('things', 'things', 'things', ...Object.keys(COLUMNS)),
  text,
  30,
).chain((relation) => queryOf(relation).map((query) => `/rest/v1/${encoded(relation)}?${query}`));
