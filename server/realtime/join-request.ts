import { z } from 'zod';

const event = z.string().transform((text, context) => {
  const upper = text.toUpperCase();
  if (upper === '*' || upper === 'INSERT' || upper === 'UPDATE' || upper === 'DELETE') return upper;
  context.addIssue({ code: 'custom', message: 'an event' });
  return z.NEVER;
});

const wanted = z.object({
  event,
  schema: z.string().max(63).default('public'),
  table: z.string().max(63).nullish(),
  filter: z.string().max(4096).nullish(),
  select: z.array(z.string().max(63)).max(100).nullish(),
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

/** One thing that a channel wants to hear of. */
export type Wanted = z.infer<typeof wanted>;

/** A wish with the id that its events will carry. */
export interface Wish {
  id: number;
  wanted: Wanted;
}

export interface JoinRequest {
  token: string | undefined;
  isPrivate: boolean;
  /** As it came, which the answer repeats, and as it was understood. */
  changes: { given: Record<string, unknown>; wanted: Wanted }[];
}

/**
 * The part of the request that the answer repeats, so that the library can match it. Nothing else is repeated: the rest
 * may be nested too deep to be written out.
 */
function known(given: unknown): Record<string, unknown> {
  const names = Object.keys(wanted.shape);
  return Object.fromEntries(Object.entries(given as object).filter(([name]) => names.includes(name)));
}

/** Undefined for what nobody sends. What it says of broadcasts and presence is left aside: they are not offered. */
export function parseJoin(payload: unknown): JoinRequest | undefined {
  const read = request.safeParse(payload ?? {});
  if (!read.success) return undefined;
  const { access_token, config } = read.data;
  const changes: JoinRequest['changes'] = [];
  for (const given of config?.postgres_changes ?? []) {
    const one = wanted.safeParse(given);
    if (!one.success) return undefined;
    changes.push({ given: known(given), wanted: one.data });
  }
  return { token: access_token ?? undefined, isPrivate: config?.private === true, changes };
}
