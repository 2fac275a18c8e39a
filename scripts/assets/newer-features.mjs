// Which functions of JavaScript and of browsers are newer than certain browsers, by MDN's data, and where a script uses
// them. It can't know of which kind a value is: a method counts as newer if all classes that have it are.
import { parseSync } from 'rolldown/utils';

/** Variables of a page or a worker, with their interface. */
const variables = {
  crypto: 'Crypto',
  document: 'Document',
  navigator: 'Navigator',
  performance: 'Performance',
  screen: 'Screen',
  self: 'Window',
  window: 'Window',
};
/** Methods of other interfaces have names that any object may have. */
const common =
  /^(Abort\w+|Animation|Blob|Crypto|Document\w*|Element|Event\w*|File|FormData|HTML\w*|Headers|Navigator|Node|Range|Re(adableStream|quest|sponse)|Selection|URL\w*|Window)$/;
/** In regular expressions, which no compiler changes. */
const patterns = { lookbehind: /\(\?<[=!]/, 'flags within a pattern': /\(\?[ims]*-?[ims]+:/ };

/**
 * @param {object} data `@mdn/browser-compat-data`
 * @param {Record<string, string>} oldest versions by browser
 */
export function newerThan({ javascript, api }, oldest) {
  /** "Promise.any", "Set.prototype.union": whether it is newer. The data of JavaScript doesn't say which of the two. */
  const pairs = new Map();
  /** Methods by name: whether all are newer. */
  const methods = new Map();
  const globals = new Set();
  const isNewer = ({ __compat: compat }) =>
    compat !== undefined &&
    Object.entries(oldest).some(([browser, version]) => !isSupported(compat.support[browser], version));

  const { builtins } = javascript;
  const owners = [builtins, builtins.Intl, api].flatMap((group) => Object.entries(group));
  for (const [owner, members] of owners.filter(([name]) => name !== '__compat')) {
    const isOwnerNewer = isNewer(members);
    if (isOwnerNewer && !(owner in builtins.Intl)) globals.add(owner);
    for (const [key, member] of Object.entries(members)) {
      if (key === '__compat' || key === owner || !member.__compat || /\W|_event$/.test(key)) continue;
      const name = key.replace(/_static$/, '');
      const isNew = isOwnerNewer || isNewer(member);
      const isStatic = key !== name;
      if (isStatic || !(owner in api)) pairs.set(`${owner}.${name}`, isNew);
      if (!isStatic) pairs.set(`${owner}.prototype.${name}`, isNew);
      if (
        owner !== 'Temporal' &&
        (owner in builtins || owner in builtins.Intl || common.test(owner) || !isNew)
      ) {
        methods.set(name, (methods.get(name) ?? true) && isNew);
      }
    }
  }
  return { pairs, methods, globals };
}

function isSupported(support, oldest) {
  return [support ?? []]
    .flat()
    .some(
      ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: alias }) =>
        typeof added === 'string' && !(removed || flags || prefix || alias) && !isAfter(added, oldest),
    );
}

function isAfter(version, other) {
  if (version === 'preview') return true;
  const [a, b] = [version, other].map((text) => text.replace('≤', '').split('.').map(Number));
  return a[0] === b[0] ? (a[1] ?? 0) > (b[1] ?? 0) : a[0] > b[0];
}

/**
 * What a script uses of it. A call with `?.` is no use, since its writer knew.
 * @param {string} code
 * @param {ReturnType<typeof newerThan>} newer
 * @returns {string[]} such as "Promise.withResolvers", ".toSorted()", "OffscreenCanvas", "lookbehind"
 */
export function newerFeatures(code, { pairs, methods, globals }) {
  const found = new Set();
  const declared = new Set();
  const named = new Set();
  const { program, errors } = parseSync('script.js', code);
  if (errors.length > 0) throw new Error(errors[0].message);
  const readPattern = (text) => {
    for (const [name, pattern] of Object.entries(patterns)) if (pattern.test(text)) found.add(name);
  };
  for (const node of nodesOf(program)) {
    for (const name of namesOf([node.id, node.params, node.param, node.local])) declared.add(name);
    if (node.type === 'Identifier') named.add(node.name);
    else if (node.type === 'StaticBlock') found.add('static block of a class');
    else if (node.type === 'TemplateElement') readPattern(node.value.raw);
    else if (node.type === 'Literal') {
      readPattern(node.regex?.pattern ?? String(node.value));
      if (node.regex && /[vd]/.test(node.regex.flags)) found.add(`flag ${node.regex.flags} of a pattern`);
    } else if (node.type === 'MemberExpression') {
      if (pairs.get(pairOf(node))) found.add(pairOf(node));
    } else if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
      const name = nameOf(node.callee);
      if (!node.optional && !pairs.has(pairOf(node.callee)) && methods.get(name)) found.add(`.${name}()`);
    }
  }
  for (const name of named) if (globals.has(name) && !declared.has(name)) found.add(name);
  return [...found].sort();
}

function* nodesOf(program) {
  const waiting = [program];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node.type === 'string') yield node;
    for (const key in node) {
      const part = node[key];
      if (typeof part === 'object' && part !== null) waiting.push(part);
    }
  }
}

/** The variables that a declaration makes. */
function namesOf(target) {
  if (!target) return [];
  if (Array.isArray(target)) return target.flatMap(namesOf);
  const { type, name, left, argument, value, elements, properties } = target;
  return type === 'Identifier' ? [name] : namesOf([left, argument, value, elements, properties].flat());
}

const nameOf = ({ computed, property }) => (computed ? property.value : property.name);

function pairOf(member) {
  const { type, name } = member.object;
  if (type !== 'Identifier') return '';
  return `${name in variables ? `${variables[name]}.prototype` : name}.${nameOf(member)}`;
}
