import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { budgetOf, compareBudget, countTests } from './budget.mjs';
import { subjectProblems } from './commits.mjs';
import { dialectProblems } from './dialect.mjs';
import { compareVersions, frozenProblems, withRelease } from './frozen.mjs';
import { integrityGaps, missingFromLockfile, optionalWithEngines } from './lockfile.mjs';
import { neighborProblems } from './neighbors.mjs';
import {
  buttonProblems,
  environmentProblems,
  fileSizeProblems,
  folderSizeProblems,
  messageImportProblems,
  namedFileProblems,
  normalizationProblems,
  routeImportProblems,
  sessionSettingProblems,
  settingProblems,
  starterProblems,
  typedFactProblems,
  walkProblems,
} from './sources.mjs';
import { leftoverProblems, translationProblems } from './translations.mjs';

type Case = [what: string, found: unknown, expected: unknown];

const file = (path: string, text: string) => [{ path, text }];
const matching = (part: string) => [expect.stringContaining(part)];

const aImportsB = file('app/a/x.ts', "import { x } from '../b/x.ts';");
const bImportsA = file('app/b/x.ts', "import type { X } from '#app/a/x.ts';");
const routed = (text: string) =>
  routeImportProblems([
    ...file('app/routes.ts', "layout('a/layout.tsx', [])"),
    ...file('app/a/other.tsx', text),
  ]);
const walk = (...paths: string[]) =>
  walkProblems(
    [...bImportsA, { path: 'app/a/x.ts', text: '' }],
    `# Walks\n## A: 2 files\n${paths.map((path, i) => `${i + 1}. \`${path}\` does it.`).join('\n')}`,
  );
const reads = 'const port = process.env.PORT;';
const normalizes = "text.normalize('NFC')";
const imports = "import { msg } from '@lingui/core/macro';";
const named = (text: string) =>
  namedFileProblems(file('a.ts', text), ['docs', 'server'], (path: string) => path === 'docs/words.md');
const facts = { name: 'Orchard Street Tax', state: 'Connecticut', prices: ['not looked at'] };
const typed = (path: string, text: string) => typedFactProblems(file(path, text), facts);
const buttons = (text: string) => buttonProblems(file('app/a.tsx', text));
const session = {
  module: `set('nutmeg.captcha')`,
  sql: `current_setting('nutmeg.captcha', true), set_config('nutmeg.restoring', 'on', true)`,
  code: '',
  manual: ['captcha', 'restoring'].map((name) => `| \`nutmeg.${name}\` | x |`).join('\n'),
};
const starting = (dynamic: boolean) =>
  starterProblems([
    { source: 'scripts/dev.mjs', dependencies: [{ resolved: 'scripts/setup.mjs', dynamic: false }] },
    { source: 'scripts/setup.mjs', dependencies: [{ resolved: 'node_modules/vite/x.js', dynamic }] },
  ]);

const sources: Case[] = [
  ['reading the environment', environmentProblems(file('server/x.ts', reads)), matching('server/x.ts reads')],
  [
    'its import',
    environmentProblems(file('app/x.ts', "import { env } from 'process'")),
    matching('app/x.ts'),
  ],
  ['the module that may', environmentProblems(file('server/settings/config.ts', reads)), []],
  ['a test', environmentProblems(file('server/x.test.ts', reads)), []],
  [
    'a layout as a component',
    routed("import Layout, { handle } from './layout.tsx';"),
    matching('app/a/other.tsx'),
  ],
  ['what a layout exports beside it', routed("import { handle } from '#app/a/layout.tsx';"), []],
  ['a walk', walk('app/b/x.ts', 'app/a/x.ts'), []],
  ['a file that no other of its walk imports', walk('app/a/x.ts', 'app/b/x.ts'), matching('app/b/x.ts')],
  ['a longer walk', walk('app/b/x.ts', 'app/a/x.ts', 'app/a/x.ts'), matching('3 files')],
  ['normalizing', normalizationProblems(file('domain/x.ts', normalizes)), matching('domain/x.ts normalizes')],
  ['normalizing in the app', normalizationProblems(file('app/x.ts', normalizes)), []],
  ...['onPress={() => go()}', 'onClick={go}', 'type="submit"', 'slot="drag"', '{...rest}'].map(
    (act): Case => [`a button with ${act}`, buttons(`<Button a={() => 1} ${act}>`), []],
  ),
  ...['<FileTrigger onSelect={(files) => send(files)}>\n  <Button>', '<Menu trigger={\n<IconButton>'].map(
    (text): Case => [text, buttons(text), []],
  ),
  ...['<Button>', '<Tab>\n<IconButton label="x">', '<button type="button">'].map(
    (text): Case => [text, buttons(text), matching('has a button that does nothing')],
  ),
  ['400 lines', fileSizeProblems(file('app/x.ts', '\n'.repeat(400))), []],
  ['401 lines', fileSizeProblems(file('app/x.ts', '\n'.repeat(401))), matching('app/x.ts has 401 lines')],
  ['401 lines of copy', fileSizeProblems(file('app/site/content.ts', '\n'.repeat(401))), []],
  ['neighbors in one direction', neighborProblems([...aImportsB, ...file('app/b/x.ts', '')]), []],
  [
    'neighbors in both',
    neighborProblems([...aImportsB, ...bImportsA]),
    matching('app/a and app/b import each other'),
  ],
  [
    'neighbors below neighbors',
    neighborProblems([...aImportsB, ...file('app/b/c/y.ts', "import '#app/a/d/z.ts'")]),
    matching('app/a and app/b'),
  ],
  [
    'a folder and one above it',
    neighborProblems([
      ...file('app/a/x.ts', "import './b/y.ts'"),
      ...file('app/a/b/y.ts', "import '../x.ts'"),
    ]),
    [],
  ],
  ['26 files', folderSizeProblems(Array(26).fill('app/x.ts')), matching('app has 26 files')],
  ['25 files', folderSizeProblems(Array(25).fill('app/x.ts')), []],
  ['26 migrations', folderSizeProblems(Array(26).fill('database/migrations/1.sql')), []],
  ['a name of a file', named('// See docs/words.md and #server/gone.ts'), []],
  ['a name of no file', named('// See docs/gone.md.'), ['a.ts names docs/gone.md, which does not exist.']],
  ['a described setting', settingProblems('    PORT: x', '| `PORT` |'), []],
  ['a setting in one place', settingProblems('    PORT: x', ''), matching('not describe PORT')],
  [
    'a setting that is gone',
    settingProblems('    PORT: x', '| `PORT` |\n| `OLD` |'),
    matching('OLD, which is gone'),
  ],
  ['no settings', settingProblems('', ''), matching('does not work')],
  ['session settings', sessionSettingProblems(session), []],
  [
    'session settings that differ',
    sessionSettingProblems({
      module: `${session.module} set('nutmeg.more')`,
      sql: `${session.sql} session_limit('nutmeg.capcha')`,
      code: `current_setting('nutmeg.other')`,
      manual: `${session.manual}\n| \`nutmeg.old\` |`,
    }),
    [
      'SQL uses the setting nutmeg.capcha, which is never set.',
      'server/ uses nutmeg.other, which session-settings.ts lacks.',
      'SQL does not use the setting nutmeg.more.',
      'docs/architecture/session-settings.md lacks nutmeg.more.',
      'docs/architecture/session-settings.md has nutmeg.old, which is gone.',
    ],
  ],
  ['a typed fact', typed('app/site/a.tsx', 'Call Orchard Street Tax'), matching('Orchard Street Tax')],
  ['a typed price', typed('app/shared/a.ts', 'from $1,200'), matching('$1,200')],
  ['a fact in a comment', typed('app/site/a.tsx', '// Orchard Street Tax'), []],
  ['a fact elsewhere', typed('app/desk/a.tsx', 'Orchard Street Tax'), []],
  ['an ordinary word', typed('app/site/a.tsx', 'in Connecticut'), []],
  ['another import', messageImportProblems(file('app/a.ts', imports)), matching('app/a.ts imports msg')],
  ['the usual import', messageImportProblems(file('app/a.ts', "from '#domain/language/message.ts'")), []],
  ['a package at the start', starting(false), matching('scripts/dev.mjs needs node_modules/vite')],
  ['a package later', starting(true), []],
];

const words = [
  [
    'a.ts',
    '// Fine.\n/**\n * It is sent in\n * vain.\n */\nlet x; // Nobody waits.',
    '3: in vain',
    '6: nobody',
  ],
  ['a.tsx', 'class A { #uploadTwins = goesBy; }\nlet x = <Keeper />;', '1: twins', '1: goes by', '2: keeper'],
  ['a.ts', '// bookkeeper, goalkeepers, understands\nlet bookkeeper;'],
  ['a.tsx', 'let a = ["nobody", `whoever`];\nlet b = <p title="twin">nobody knows</p>;'],
  ['a.test.ts', "describe.each([1])('whoever', () => {\n it('nobody', x);\n});", '1: whoever', '2: nobody'],
  [
    'a.test.ts',
    `test(\`is told (\${'$'}{nobody})\`, x);\ntest(\`whom\`, x);`,
    '1: is told',
    '1: nobody',
    '2: whom',
  ],
  ['a.ts', '// It comes\n// about. The office hears of it.', '2: hears of'],
  ['a.sql', "-- The asker's.\nselect 'twin' as veil_of; /* whoever */", '1: asker', '2: veil', '2: whoever'],
] as [path: string, text: string, ...found: string[]][];

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const folder = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([name, text]) => [name, { text, hash: sha256(text) }]));
const one = { '0001_a.sql': 'create table a ();', '0002_b.sql': 'create table b ();' };
const released = withRelease({}, '1.0.0', folder(one));
const frozen = (files: Record<string, string>) => frozenProblems(released, folder(files));
const beginning = (head: string) => frozen({ ...one, '0003_c.sql': `${head}\nselect 1;` });

const migrations: Case[] = [
  ['the same migrations', frozen(one), []],
  ['a new one', frozen({ ...one, '0003_c.sql': 'select 1;' }), []],
  ['migrations before the first release', frozenProblems({}, folder(one)), []],
  [
    'an edited one',
    frozen({ ...one, '0001_a.sql': '' }),
    matching('0001_a.sql was released in 1.0.0 and has'),
  ],
  [
    'a removed one',
    frozen({ '0001_a.sql': one['0001_a.sql'] }),
    matching('0002_b.sql was released in 1.0.0 and is'),
  ],
  ['an inserted one', frozen({ ...one, '0001_b.sql': '' }), matching('0001_b.sql comes before 0002_b.sql')],
  ['one that needs the last release', beginning('-- Needs: 1.0.0'), []],
  [
    'one that needs the next',
    beginning('-- Needs: 1.1.0'),
    matching('needs 1.1.0, but the last release is 1.0.0'),
  ],
  ['an unclear need', beginning('-- needs 1.0'), matching('write "-- Needs: 1.0.0"')],
  ['another first line', beginning('-- What nobody needs'), []],
  [
    'a release has the files that no earlier one has',
    withRelease(released, '1.1.0', folder({ ...one, '0003_c.sql': '' }))['1.1.0'],
    { '0003_c.sql': sha256('') },
  ],
  ['versions', ['1.10.0', '1.9.9', '1.9.10'].sort(compareVersions), ['1.9.9', '1.9.10', '1.10.0']],
];

const lock = {
  packages: {
    '': { name: 'nutmeg' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-x', optionalDependencies: { gone: '3.0.0' } },
    'node_modules/@b/darwin': { version: '2.0.0', optional: true, engines: { node: '>=22' } },
    'node_modules/a/node_modules/@b/win32': { version: '2.0.0', optional: true },
  },
};
const packages: Case[] = [
  ['a missing package', [...missingFromLockfile(lock)], [['gone', '3.0.0']]],
  ['engines', optionalWithEngines(lock).map(([place]) => place), ['node_modules/@b/darwin']],
  ['known gaps', integrityGaps(lock, ['@b/darwin@2.0.0', '@b/win32@2.0.0']), { unknown: [], closed: [] }],
  [
    'other gaps',
    integrityGaps(lock, ['@b/darwin@2.0.0', '@b/win32@1.9.9']),
    { unknown: ['@b/win32@2.0.0'], closed: ['@b/win32@1.9.9'] },
  ],
];

const translated = (message: string, translation: string) =>
  translationProblems([{ file: 'es/a.po', texts: { id: { message, translation } } }]);
const forms = '{n, plural, one {# form} other {# forms}}';
const close = (file: string, translation: string) => ({
  file,
  texts: { a1: { message: 'Close', translation } },
});
const translations: Case[] = [
  ...[
    ['Prices', 'Precios'],
    ['Call <0/> or <1>write</1>', '<1>Escriba</1> o llame al <0/>'],
    [forms, '{n, plural, one {# formulario} many {# de formularios} other {# formularios}}'],
    ['{who, select, you {your} other {their}}', '{who, select, you {su} other {su}}'],
    ['It’s {a} and {a}', 'Es {a}'],
    ['{n, plural, one {# is late} other {# are late}}', '{n, plural, one {# tarde} other {# tarde}}'],
    [forms, '{n, plural, other {# formularios}}'],
  ].map(([message = '', translation = '']): Case => [message, translated(message, translation), []]),
  ...[
    ['Prices', '', 'has no translation'],
    ['Hello {name}', 'Hola', 'without {name}'],
    ['Hello {name}', 'Hola, {nombre}', 'with {nombre}, which is unknown'],
    ['<0>Call</0>', '<0>Llame', 'without </0>'],
    [forms, '{n} formularios', 'without {n, plural}'],
    [forms, '{n, plural, one {# formulario}}', 'no form “other”'],
    [
      '{who, select, you {your} other {their}}',
      '{who, select, u {s} other {s}}',
      'without {who, select, you}',
    ],
    ['Prices', 'Precios {x', 'can’t be read'],
    [
      forms,
      '{n, plural, one {Va # formulario} other {Van # formulario}}',
      'counts one and many “formulario”',
    ],
    [`Send ${forms}`, '{n, plural, one {# forma} other {# forma}}', 'counts one and many “forma”'],
    ['In {0} days', 'En {0} días', 'a value without a name, {0}'],
  ].map(
    ([message = '', translation = '', problem = '']): Case => [
      `${message} as ${translation}`,
      translated(message, translation).join('\n'),
      expect.stringContaining(problem),
    ],
  ),
  ['one translation', translationProblems([close('ui.po', 'Cerrar'), close('staff.po', 'Cerrar')]), []],
  [
    'two translations',
    translationProblems([close('ui.po', 'Cerrar'), close('staff.po', 'Cerca')]),
    matching('locales/staff.po: “Close” is translated in another way in locales/ui.po'),
  ],
  [
    'a catalog without texts',
    leftoverProblems(['es/a/b.po', 'es/c.po'], new Set(['c'])),
    matching('es/a/b.po'),
  ],
];

const counted = (project: string, path: string, text = '', tests: string[][] = [[]]) =>
  Object.fromEntries(
    Object.entries(countTests([{ project, path, text, tests }], 0)).filter(([, count]) => count > 0),
  );
const commands = (text: string) => counted('contract', 'a', text)['spawned commands'];
const budget: Case[] = [
  ['a journey', counted('chromium', 'a'), { 'browser journeys': 1 }],
  ['a journey of a slice', counted('chromium', 'a', '', [['looks']]), {}],
  ['a journey in Firefox', counted('firefox', 'a'), {}],
  ['two routes', counted('chromium', 'tests/e2e/every-route.test.ts', '', [[], []]), { 'route checks': 2 }],
  ['a component', counted('unit-isolated', 'app/a.test.tsx'), { 'component tests': 1 }],
  [
    'an own portal, and axe twice',
    counted('chromium', 'a', 'startOwnPortal(); axeFindings(); axeFindings()'),
    { 'browser journeys': 1, 'browser files with their own portal': 1, 'calls of axe': 2 },
  ],
  [
    'a portal in contract, twice in a file',
    counted('contract', 'a', 'startPortal(); startPortal(); sharedPortal()'),
    { 'contract tests': 1, 'contract files with their own portal': 1 },
  ],
  [
    'a property',
    counted('unit', 'a', 'fc.assert(', [['property']]),
    { 'unit tests': 1, 'property tests': 1 },
  ],
  ['permission rows', countTests([], 7)['permission rows'], 7],
  ['commands in tests', commands("test('a', () => {\n  spawn(a);\n});\ntest('b', () => runCommand());"), 2],
  [
    'commands by a function',
    commands('async function run() {\n  return spawn(a);\n}\nrun();\nrun();\nrun();'),
    3,
  ],
  ['commands by a constant', commands('const run = promisify(execFile);\nrun();\nrun();'), 2],
  ['as many as the budget', compareBudget({ a: 100 }, { a: 100 }), { problems: [], hints: [] }],
  ['a few less', compareBudget({ a: 95 }, { a: 100 }), { problems: [], hints: [] }],
  ['less', compareBudget({ a: 94 }, { a: 100 }).hints, matching('a: 94, budget 100. Lower it')],
  [
    'more',
    compareBudget({ a: 101 }, { a: 100 }).problems,
    ['a: 101, budget 100. Raise it in tests/budget.json with a line in the commit that says why.'],
  ],
  ['a number without a budget', compareBudget({ a: 1 }, {}).problems, matching('lacks “a”')],
  ['a budget of nothing', compareBudget({}, { a: 1 }).problems, matching('“a”, which is not counted')],
  [
    'a new budget leaves room for one more, and for several of what costs little',
    budgetOf({ 'unit tests': 100, 'browser journeys': 100 }),
    { 'unit tests': 105, 'browser journeys': 101 },
  ],
];

const commits: Case[] = [
  ['an act and its reason', subjectProblems(['storage: cap search length before normalizing']), []],
  ['two parts', subjectProblems(['tests, mails: give the how-tos room']), []],
  [
    'verbs that look like others',
    subjectProblems(['a: pass it', 'a: need it', 'a: bring it', 'a: focus it']),
    [],
  ],
  ['a long one', subjectProblems([`a: keep ${'x'.repeat(70)}`]), matching('has 78 characters')],
  ['no part', subjectProblems(['Fix things']), matching('is not "part: verb ..."')],
  ...['a: added it', 'a: adds it', 'a: adding it', 'a: the list', 'a: plain words'].map(
    (subject): Case => [subject, subjectProblems([subject]), matching('does not begin with what it does')],
  ),
];

describe.each(Object.entries({ budget, commits, sources, migrations, packages, translations }))(
  '%s',
  (_topic, cases) => {
    test.each(cases)('%s', (_what, found, expected) => {
      expect(found).toEqual(expected);
    });
  },
);

test.each(words)('words in %s: %s', async (path, text, ...found) => {
  expect(await dialectProblems(path, text)).toEqual(found.map((place) => `${path}:${place}`));
});

test('a file that can’t be parsed is not passed over', async () => {
  await expect(dialectProblems('a.ts', 'const = ;')).rejects.toThrow('a.ts could not be parsed');
});
