import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One instruction of a how-to: an edit of a file, or commands. */
export type Step =
  | { kind: 'create'; path: string; text: string }
  | { kind: 'append'; path: string; text: string }
  | { kind: 'insert' | 'replace'; path: string; line: string; text: string }
  | { kind: 'run'; commands: string[] };

/** The code that a how-to names, with one backtick on each side or with two. */
const CODE = /(`{1,2})(.+?)\1/.source;
const FENCE = /^```(\w+)\n(.*?)^```$/gms;

/**
 * Reads the steps of a how-to. The line before each snippet says what to do with it; docs/how-to/README.md lists the
 * forms. Throws for a snippet without such a line.
 */
export function stepsOf(markdown: string): Step[] {
  return [...markdown.matchAll(FENCE)].map((match) => {
    const [, language, text = ''] = match;
    const instruction = markdown.slice(0, match.index).trimEnd().split('\n').at(-1) ?? '';
    return stepOf(instruction, language ?? '', text);
  });
}

function stepOf(instruction: string, language: string, text: string): Step {
  if (instruction === 'Run:' && language === 'sh') return { kind: 'run', commands: text.trim().split('\n') };
  const [, , created] = new RegExp(`^Create ${CODE}:$`).exec(instruction) ?? [];
  if (created) return { kind: 'create', path: created, text };
  const [, , extended] = new RegExp(`^At the end of ${CODE}, add:$`).exec(instruction) ?? [];
  if (extended) return { kind: 'append', path: extended, text };
  const edit = /^In `(?<path>[^`]+)`, (?<verb>after|replace) (`{1,2})(?<line>.+)\3(, insert| with):$/;
  const { path, verb, line } = edit.exec(instruction)?.groups ?? {};
  if (path && line) return { kind: verb === 'after' ? 'insert' : 'replace', path, line, text };
  throw new Error(`This line does not say what to do with the snippet after it: ${instruction}`);
}

/**
 * The texts of the files that the steps change, by path. `read` returns undefined for a file that does not exist. Throws
 * if a file or a line that a step names is missing, or a line is there twice.
 */
export async function applySteps(
  steps: readonly Step[],
  read: (path: string) => Promise<string | undefined>,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const step of steps) {
    if (step.kind === 'run') continue;
    const before = texts.get(step.path) ?? (await read(step.path));
    texts.set(step.path, edited(before, step));
  }
  return texts;
}

function edited(before: string | undefined, step: Exclude<Step, { kind: 'run' }>): string {
  if (step.kind === 'create') {
    if (before !== undefined) throw new Error(`${step.path} exists already`);
    return step.text;
  }
  if (before === undefined) throw new Error(`${step.path} does not exist`);
  if (step.kind === 'append') return before + step.text;
  const lines = before.split('\n');
  const found = lines.flatMap((line, index) => (line.trim() === step.line ? [index] : []));
  const [at] = found;
  if (at === undefined || found.length > 1) {
    throw new Error(`${step.path} has ${found.length} lines that are: ${step.line}`);
  }
  const kept = step.kind === 'insert' ? [lines[at] ?? ''] : [];
  lines.splice(at, 1, ...kept, step.text.replace(/\n$/, ''));
  return lines.join('\n');
}

/** Reads a file below a folder; undefined if there is none. */
export function readerOf(folder: string): (path: string) => Promise<string | undefined> {
  return (path) =>
    readFile(join(folder, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
}
