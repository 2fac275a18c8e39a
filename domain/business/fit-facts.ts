import { type Business, businessSchema } from './business.ts';
import { isBound } from './fact-kinds.ts';

/** A fact that can't be used. `path`: such as `hours.open`, or '' for all of them. */
export interface FactProblem {
  path: string;
  message: string;
}

export type FitFacts =
  | {
      facts: Business;
      /** The fields that were missing, and were taken from the other facts. */
      filled: string[];
      /** The fields that this version does not know, and left out. */
      dropped: string[];
    }
  | { problems: FactProblem[] };

type Path = readonly PropertyKey[];
type Branch = Record<PropertyKey, unknown>;

/**
 * Fits facts that were written for an older or newer version: fields that are missing come from `others`, and unknown
 * ones are left out. Bounds that came later don't matter: what is shown today is not too long tomorrow. Entries of lists are not completed: another office's third price says nothing about this one's.
 */
export function fitFacts(raw: unknown, others: Business): FitFacts {
  const facts = copyOf(raw);
  const filled: string[] = [];
  const dropped: string[] = [];
  for (;;) {
    const read = businessSchema.safeParse(facts);
    if (read.success) {
      const checked = ofPlainText(read.data);
      return 'facts' in checked ? { ...checked, filled, dropped } : checked;
    }
    if (read.error.issues.every(isBound)) {
      const checked = ofPlainText(facts as Business);
      return 'facts' in checked ? { ...checked, filled, dropped } : checked;
    }
    const before = filled.length + dropped.length;
    for (const issue of read.error.issues) {
      if (issue.code === 'unrecognized_keys') {
        const branch = at(facts, issue.path);
        for (const key of isBranch(branch) ? issue.keys : []) {
          Reflect.deleteProperty(branch as Branch, key);
          dropped.push(inWords([...issue.path, key]));
        }
      } else if (fillIn(facts, issue.path, others)) filled.push(inWords(issue.path));
    }
    // Rules that concern several fields are checked only when each of them is right, so there may be another round.
    if (filled.length + dropped.length === before) return { problems: problemsOf(read.error.issues) };
  }
}

/** Checks facts as they are: nothing is completed or left out. */
export function checkFacts(raw: unknown): { facts: Business } | { problems: FactProblem[] } {
  const read = businessSchema.safeParse(raw);
  return read.success ? ofPlainText(read.data) : { problems: problemsOf(read.error.issues) };
}

/** Control characters other than line feed and tab, and half of a character pair. Some of them can't be stored. */
const UNPRINTABLE = /[^\P{Cc}\n\t]|\p{Cs}/u;

function ofPlainText(facts: Business): { facts: Business } | { problems: FactProblem[] } {
  const problems: FactProblem[] = [];
  const walk = (value: unknown, path: Path) => {
    if (typeof value === 'string' && UNPRINTABLE.test(value)) {
      problems.push({ path: inWords(path), message: 'has characters that can’t be shown' });
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value)) walk(part, [...path, key]);
  };
  walk(facts, []);
  return problems.length > 0 ? { problems } : { facts };
}

function problemsOf(issues: readonly { path: Path; message: string }[]): FactProblem[] {
  return issues.map(({ path, message }) => ({ path: inWords(path), message }));
}

function fillIn(facts: unknown, path: Path, others: Business): boolean {
  const key = path.at(-1);
  const parent = at(facts, path.slice(0, -1));
  if (key === undefined || !isBranch(parent) || Object.hasOwn(parent, key)) return false;
  const value = path.some((part) => typeof part === 'number') ? undefined : at(others, path);
  if (value === undefined) return false;
  parent[key] = copyOf(value);
  return true;
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (branch, key) =>
      typeof branch === 'object' && branch !== null && Object.hasOwn(branch, key)
        ? (branch as Branch)[key]
        : undefined,
    value,
  );
}

function isBranch(value: unknown): value is Branch {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const inWords = (path: Path) => path.map(String).join('.');

/** Facts are JSON. */
const copyOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
