/** The parameters of a statement. Input gets into a statement only through this class or `identifier`. */
export class Parameters {
  readonly values: string[] = [];

  /** Adds a value and returns its placeholder. Without a cast, PostgreSQL infers the type. */
  add(value: string, cast?: string): string {
    this.values.push(value);
    return cast === undefined ? `$${this.values.length}` : `$${this.values.length}::${cast}`;
  }
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function inPublic(name: string): string {
  return `"public".${identifier(name)}`;
}
