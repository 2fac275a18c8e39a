import { z } from 'zod';
import { MAX_REPLAY_MS } from '#contract/realtime.ts';

const event = z.string().transform((text, context) => {
  const upper = text.toUpperCase();
  if (upper === '*' || upper === 'INSERT' || upper === 'UPDATE' || upper === 'DELETE') return upper;
  context.addIssue({ code: 'custom', message: 'an event' });
  return z.NEVER;
});

const filter = z.object({
  event,
  schema: z.string().max(63).default('public'),
  table: z.string().max(63).nullish(),
  filter: z.string().max(4096).nullish(),
  select: z.array(z.string().max(63)).max(100).nullish(),
  replay_ms: z.int().min(0).max(MAX_REPLAY_MS).nullish(),
});

const request = z.object({
  access_token: z.string().max(16_384).nullish(),
  config: z
    .object({
      private: z.boolean().nullish(),
      postgres_changes: z.array(z.unknown()).max(20).nullish(),
    })
    .nullish(),
});

/** A `postgres_changes` filter, as supabase-js sends it. */
export type ChangeFilter = z.infer<typeof filter>;

/** A filter with the id that its events carry, as in supabase-js. */
export interface ChangeBinding {
  id: number;
  filter: ChangeFilter;
}

/** A filter's known fields, repeated for supabase-js to match. Others may be too deeply nested to be serialized. */
function pickKnownFields(given: unknown): Record<string, unknown> {
  const names = Object.keys(filter.shape);
  return Object.fromEntries(Object.entries(given as object).filter(([name]) => names.includes(name)));
}

/** Parses the payload of a join; undefined if it is invalid. Ignores broadcast and presence, which are not supported. */
export function parseJoin(payload: unknown) {
  const read = request.safeParse(payload ?? {});
  if (!read.success) return undefined;
  const { access_token, config } = read.data;
  /** The filters as sent, for the reply, and as parsed. */
  const changes: { given: Record<string, unknown>; filter: ChangeFilter }[] = [];
  for (const given of config?.postgres_changes ?? []) {
    const one = filter.safeParse(given);
    if (!one.success) return undefined;
    changes.push({ given: pickKnownFields(given), filter: one.data });
  }
  return { token: access_token ?? undefined, isPrivate: config?.private === true, changes };
}
