import { RestError } from './errors.ts';

const CHOICES = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'headers-only', 'minimal'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
} as const;

type Choices = typeof CHOICES;
export type PreferenceName = keyof Choices;

export type Preferences = { [Name in PreferenceName]?: Choices[Name][number] } & {
  /** Only with `handling=strict`: if more rows are affected, the change is rolled back. */
  maxAffected?: bigint;
};

const NAMES = Object.keys(CHOICES) as PreferenceName[];

/** Parses the `Prefer` header. The first value of a preference counts. Throws PGRST122 for unknown ones if strict. */
export function parsePreferences(header: string | undefined): Preferences {
  const preferences: Preferences = {};
  const invalid: string[] = [];
  const tokens = (header ?? '').split(',').map((token) => token.trim());
  for (const token of tokens.filter((given) => given !== '')) {
    if (!take(preferences, token)) invalid.push(token);
  }
  if (preferences.handling !== 'strict') delete preferences.maxAffected;
  else if (invalid.length > 0) {
    throw new RestError('PGRST122', { details: `Invalid preferences: ${invalid.join(', ')}` });
  }
  return preferences;
}

function take(preferences: Preferences, token: string): boolean {
  const maxAffected = /^max-affected=(\d{1,18})$/.exec(token)?.[1];
  if (maxAffected !== undefined) {
    preferences.maxAffected ??= BigInt(maxAffected);
    return true;
  }
  const name = NAMES.find((known) => CHOICES[known].some((choice) => token === `${known}=${choice}`));
  if (name === undefined) return false;
  Object.assign(preferences, { [name]: preferences[name] ?? token.slice(name.length + 1) });
  return true;
}

/** The `Preference-Applied` header: the preferences that this kind of request supports. */
export function appliedPreferences(
  preferences: Preferences,
  supported: readonly PreferenceName[],
): string | undefined {
  const applied = NAMES.filter((name) => supported.includes(name) && preferences[name] !== undefined).map(
    (name) => `${name}=${preferences[name]}`,
  );
  if (preferences.maxAffected !== undefined) applied.push(`max-affected=${preferences.maxAffected}`);
  return applied.length > 0 ? applied.join(', ') : undefined;
}
