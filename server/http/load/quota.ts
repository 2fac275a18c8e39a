import { NETWORKS_PER_SITE } from '../../address.ts';

/** The maximum that may be held at once: in total, by one network, and by one person. */
export interface Bounds {
  total: number;
  network: number;
  person?: number;
}

/** Whose limit it counts against: the network and the person. */
export interface LimitKey {
  network: string;
  /** The site around it (IPv6), if known. */
  site?: string | undefined;
  /** The user's id, if known. */
  person?: string | undefined;
}

/** What a caller has taken of a quota. */
export interface Permit {
  /** Takes this much more. Returns false and changes nothing if there is no room. */
  grow(amount: number): boolean;
  /** Releases everything. Idempotent. */
  release(): void;
}

/** Counts what callers hold in this process. */
export function createQuota(bounds: Bounds) {
  const held = new Map<string, number>();
  let total = 0;

  const keysOf = ({ network, site, person }: LimitKey) => [
    { key: `network ${network}`, most: bounds.network },
    ...(site === undefined ? [] : [{ key: `site ${site}`, most: NETWORKS_PER_SITE * bounds.network }]),
    ...(person === undefined || bounds.person === undefined
      ? []
      : [{ key: `person ${person}`, most: bounds.person }]),
  ];
  const add = (key: string, amount: number) => {
    const sum = (held.get(key) ?? 0) + amount;
    if (sum === 0) held.delete(key);
    else held.set(key, sum);
  };
  const permitOf = (limitKey: LimitKey): { permit: Permit; force: (amount: number) => void } => {
    const keys = keysOf(limitKey);
    let own = 0;
    let released = false;
    const force = (amount: number) => {
      own += amount;
      total += amount;
      for (const { key } of keys) add(key, amount);
    };
    const fits = (amount: number) =>
      total + amount <= bounds.total && keys.every(({ key, most }) => (held.get(key) ?? 0) + amount <= most);
    const permit: Permit = {
      grow: (amount) => {
        if (released || !fits(amount)) return false;
        force(amount);
        return true;
      },
      release: () => {
        if (released) return;
        released = true;
        total -= own;
        for (const { key } of keys) add(key, -own);
      },
    };
    return { permit, force };
  };

  return {
    /** Takes a permit of this size. Undefined if the caller or the process has no room. */
    take: (limitKey: LimitKey, amount: number): Permit | undefined => {
      const { permit } = permitOf(limitKey);
      return permit.grow(amount) ? permit : undefined;
    },
    /** Takes a permit regardless of the bounds, for something that already exists. */
    force: (limitKey: LimitKey, amount: number): Permit => {
      const { permit, force } = permitOf(limitKey);
      force(amount);
      return permit;
    },
    /** Whether the caller reached a bound. */
    isUsedUp: (limitKey: LimitKey): boolean =>
      keysOf(limitKey).some(({ key, most }) => (held.get(key) ?? 0) >= most),
    total: (): number => total,
  };
}

export type Quota = ReturnType<typeof createQuota>;

/** `RATE_LIMITS=off`: the process has its bounds, but no network or person has any. */
export function withoutOwnBounds({ total }: Bounds): Bounds {
  return { total, network: Number.POSITIVE_INFINITY, person: Number.POSITIVE_INFINITY };
}
