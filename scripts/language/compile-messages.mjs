// Compiles the English texts in the code at build time, so that the parser of messages is not part of the pages:
// `"Hello {name}"` becomes `["Hello ",["name"]]`. Runs after Lingui's transform of the macros.
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { parseSync } from 'vite';

/** Lingui's transform writes this before each message. */
const marker = '/*i18n*/';

/** @returns {import('vite').Plugin} */
export function compileMessages() {
  return {
    name: 'compile-messages',
    enforce: 'pre',
    apply: 'build',
    transform: {
      // React Router loads the parts of a route by the same file with a query.
      filter: { id: /\.tsx?(\?.*)?$/, code: marker },
      handler: (code) => ({ code: withCompiledMessages(code), map: null }),
    },
  };
}

export function withCompiledMessages(code) {
  const { program, errors } = parseSync('code.jsx', code);
  if (errors.length > 0) throw new Error(errors[0].message);
  const messages = messagesIn(program, code).sort((one, other) => one.start - other.start);
  // A message that stays as it is would be shown with its braces.
  if (messages.length !== code.split(marker).length - 1)
    throw new Error('Not every message could be compiled.');
  let result = code;
  // From the end, so that the positions before stay right.
  for (const { start, end, value } of messages.reverse()) {
    result = result.slice(0, start) + JSON.stringify(compileMessageOrThrow(value)) + result.slice(end);
  }
  return result;
}

/** The string literals that are the `message` of a marked object. */
function messagesIn(node, code, found = []) {
  if (Array.isArray(node)) for (const child of node) messagesIn(child, code, found);
  else if (node && typeof node === 'object') {
    if (node.type === 'ObjectExpression' && isMarked(node, code)) {
      const message = node.properties.find(({ key }) => key?.name === 'message')?.value;
      if (message?.type === 'Literal') found.push(message);
    }
    for (const child of Object.values(node)) messagesIn(child, code, found);
  }
  return found;
}

/** `/*i18n*\/ {`, or `/*i18n*\/ ({` where a function returns it. */
function isMarked({ start }, code) {
  return /\/\*i18n\*\/\s*\(?$/.test(code.slice(Math.max(0, start - marker.length - 4), start).trimEnd());
}
