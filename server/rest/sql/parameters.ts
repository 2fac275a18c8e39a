/** The values of one statement. Nothing that a caller sent gets into a statement but through here or `identifier`. */
export class Parameters {
  readonly values: string[] = [];

  /** Where the value goes in the statement. Without a cast PostgreSQL takes the type from what stands around it. */
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
