// Words that must not be used in identifiers, comments, test titles, and documents. `scripts/check.mjs` applies it.

/** Rare, poetic, or private words and phrases. There is a plain one for each: see docs/glossary.md. */
const MARKERS = [
  'nobody',
  'whoever',
  'whom',
  'whomever',
  'stands',
  'in vain',
  'shall',
  'wont',
  'midst',
  'of its own',
  'of its own accord',
  'by itself',
  'goes by',
  'goes its way',
  'on its way',
  'go along',
  'goes along',
  'going along',
  'come along',
  'comes along',
  'bring along',
  'come about',
  'comes about',
  'bring about',
  'brings about',
  'brought about',
  'would rather',
  'hear of',
  'hears of',
  'heard of',
  'that is none',
  'what is none',
  'be told',
  'is told',
  'are told',
  'was told',
  'were told',
  'be said',
  'is said',
  'are said',
  'was said',
  'veil',
  'twin',
  'twins',
  'keeper',
  'asker',
];
/** The words of a marker may be on two lines of a block comment. */
const MARKER = new RegExp(`\\b(${MARKERS.join('|').replaceAll(' ', '[\\s*-]+')})\\b`, 'gi');
const NAME_NODES = new Set(['Identifier', 'PrivateIdentifier', 'JSXIdentifier']);
const TEST_FUNCTIONS = new Set(['describe', 'it', 'test']);

/**
 * Where a file uses a marker word. Strings and JSX text are not looked at, except for titles of tests: the
 * specification and other services decide what some of them say.
 * @param {string} path decides on the language: .md, .sql, or JavaScript and TypeScript
 * @param {string} text
 * @returns {Promise<string[]>} `path:line: marker`, in the order of the file
 */
export async function dialectProblems(path, text) {
  const parts = path.endsWith('.md')
    ? [{ start: 0, words: withoutCode(text) }]
    : path.endsWith('.sql')
      ? sqlParts(text)
      : await scriptParts(path, text);
  return parts
    .sort((one, other) => one.start - other.start)
    .flatMap(({ start, words }) =>
      [...words.matchAll(MARKER)].map(({ 0: marker, index }) => {
        // Only a comment has lines; in a name, offsets of the separated words would be wrong.
        const line = text.slice(0, start).split('\n').length + words.slice(0, index).split('\n').length - 1;
        return `${path}:${line}: ${marker.toLowerCase().replace(/[\s*-]+/g, ' ')}`;
      }),
    );
}

/** `isOfItsOwn`, `of_its_own`, and `OF_ITS_OWN` as the words that they are made of. */
const separated = (name) => name.replace(/([a-z\d])(?=[A-Z])/g, '$1 ').replace(/[_$#]+/g, ' ');

async function scriptParts(path, text) {
  const { parseSync } = await import('vite');
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} could not be parsed: ${errors[0].message}`);
  const parts = comments.map(({ start, value }) => ({ start, words: value }));
  visit(program, (node) => {
    if (NAME_NODES.has(node.type)) parts.push({ start: node.start, words: separated(node.name) });
    const title = testTitle(node);
    if (title) parts.push(title);
  });
  return parts;
}

function visit(node, see) {
  if (Array.isArray(node)) {
    for (const child of node) visit(child, see);
  } else if (node && typeof node === 'object') {
    if (node.type) see(node);
    for (const child of Object.values(node)) visit(child, see);
  }
}

/** The first argument of `it('...')`, `describe.each(...)('...')`, and the like. */
function testTitle(node) {
  if (node.type !== 'CallExpression') return undefined;
  const [first] = node.arguments;
  if (!first || textOf(first) === undefined) return undefined;
  let callee = node.callee;
  while (callee.type === 'MemberExpression' || callee.type === 'CallExpression') {
    callee = callee.object ?? callee.callee;
  }
  return TEST_FUNCTIONS.has(callee.name) ? { start: first.start, words: textOf(first) } : undefined;
}

/** The text of a string or template, without what is inserted. Undefined for other expressions. */
function textOf(node) {
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('…');
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

/** The prose of a document, on the same lines. */
const withoutCode = (text) =>
  text.replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replace(/[^\n]+/g, '``'));

/** Comments and code of SQL, bodies of functions included, without its strings. */
function sqlParts(text) {
  const parts = [];
  const tokens = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|[A-Za-z_][A-Za-z_\d]*/g;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token.startsWith("'")) continue;
    const isComment = token.startsWith('-') || token.startsWith('/');
    parts.push({ start: index, words: isComment ? token : separated(token) });
  }
  return parts;
}
