import { RestError } from '../errors.ts';

/** A position in a text of the query string. Parsers take a cursor and advance it. */
export class Cursor {
  readonly text: string;
  at = 0;
  readonly #what: string;

  /** `what` names the part of the query in error messages: `filter`, `select parameter`, ... */
  constructor(text: string, what: string) {
    this.text = text;
    this.#what = what;
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  get next(): string {
    return this.text.charAt(this.at);
  }

  /** Consumes the literal if it comes next. */
  take(literal: string): boolean {
    if (!this.text.startsWith(literal, this.at)) return false;
    this.at += literal.length;
    return true;
  }

  /** Consumes and returns the match of a sticky expression; undefined if it does not match here. */
  match(sticky: RegExp): string | undefined {
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  looksAt(sticky: RegExp): boolean {
    sticky.lastIndex = this.at;
    return sticky.test(this.text);
  }

  expect(literal: string, name = `"${literal}"`): void {
    if (!this.take(literal)) this.fail(name);
  }

  expectEnd(): void {
    if (!this.done) this.fail('end of input');
  }

  skipBlanks(): void {
    this.match(/[ \t]*/y);
  }

  fail(expecting: string): never {
    const found = this.done ? 'end of input' : `"${this.next}"`;
    throw new RestError('PGRST100', {
      message: `"failed to parse ${this.#what} (${this.text})" (line 1, column ${this.at + 1})`,
      details: `unexpected ${found} expecting ${expecting}`,
    });
  }
}
