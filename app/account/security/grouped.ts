/** In groups of four, as people read such things aloud: "abcd efgh". */
export function grouped(code: string): string {
  return code.match(/.{1,4}/g)?.join(' ') ?? '';
}
