import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from './waiting.ts';

export interface Writers {
  /** Confirmed writes. */
  answered: Set<string>;
  /** The number of answers with each status; 0: no answer came. */
  statuses: Map<number, number>;
  /** Outage responses without Retry-After or a body. */
  withoutRetryAfter: string[];
  /** Waits for a write that starts after this call and is confirmed. */
  recovered(): Promise<void>;
  /** Confirmed writes that can't be found. */
  lost(): Promise<string[]>;
  stop(): Promise<void>;
}

interface Options {
  url: string;
  secretKey: string;
  /** The number of concurrent writers. */
  count?: number;
}

const RECOVERY_MS = 120_000;

/** Clients that continuously write through REST and record the responses. */
export function startWriters({ url, secretKey, count = 6 }: Options): Writers {
  const table = `${url}/rest/v1/legacy_emails`;
  const authorization = `Bearer ${secretKey}`;
  const answered = new Set<string>();
  const statuses = new Map<number, number>();
  const withoutRetryAfter: string[] = [];
  let stopped = false;
  let begun = 0;
  let newestAnswered = 0;

  const write = async () => {
    const number = ++begun;
    const email = `written-${number}@example.com`;
    const answer = await fetch(table, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    }).catch(() => undefined);
    const body = await answer?.text().catch(() => '');
    const status = answer?.status ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 201) {
      answered.add(email);
      newestAnswered = Math.max(newestAnswered, number);
      return;
    }
    const isOutage = status === 503 || status === 507;
    if (isOutage && !(answer?.headers.get('retry-after') && body)) withoutRetryAfter.push(String(body));
    await pause(20);
  };
  const working = Array.from({ length: count }, async () => {
    while (!stopped) await write();
  });
  return {
    answered,
    statuses,
    withoutRetryAfter,
    recovered: async () => {
      const before = begun;
      await eventually(async () => newestAnswered > before, RECOVERY_MS);
    },
    lost: async () => {
      const found = new Set<string>();
      for (let offset = 0; ; offset += 1000) {
        const page = await fetch(`${table}?select=email&order=email&limit=1000&offset=${offset}`, {
          headers: { authorization },
        });
        const rows = (await page.json()) as { email: string }[];
        for (const { email } of rows) found.add(email);
        if (rows.length < 1000) break;
      }
      return [...answered].filter((email) => !found.has(email));
    },
    stop: async () => {
      stopped = true;
      await Promise.all(working);
    },
  };
}
