/** Groups of four characters, which are easier to read: "abcd efgh". */
export function groupsOfFour(code: string): string {
  return code.match(/.{1,4}/g)?.join(' ') ?? '';
}
