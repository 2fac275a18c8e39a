import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

type Token = ReturnType<typeof compileMessageOrThrow>[number];

/** The values and tags of a message: "{name}", "{count, plural}", "<0>", "</0>". Throws if it can't be read. */
export function partsOf(message: string): Set<string> {
  return new Set(partsOfTokens(compileMessageOrThrow(message)));
}

function partsOfTokens(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (typeof token === 'string') return token.match(/<\/?\w+\/?>/g) ?? [];
    const [name, type, forms] = token;
    if (type === undefined) return [`{${name}}`];
    const own = [`{${name}, ${type}}`];
    if (typeof forms !== 'object' || forms === null) return own;
    const cases = Object.entries(forms as Record<string, string | Token[]>).filter(
      ([form]) => form !== 'offset',
    );
    if (!cases.some(([form]) => form === 'other')) throw new Error(`{${name}, ${type}} has no form “other”`);
    // Languages have different forms of plurals, but the same cases of a selection.
    if (type === 'select') own.push(...cases.map(([form]) => `{${name}, select, ${form}}`));
    return [
      ...own,
      ...cases.flatMap(([, inner]) => partsOfTokens(typeof inner === 'string' ? [inner] : inner)),
    ];
  });
}
