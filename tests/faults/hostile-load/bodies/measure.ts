import { type CallerName, callers, type Message, type Reply, type Stage } from './stage.ts';

/** A message that is expensive to read, and the line of the table that it belongs to. */
export interface Case {
  route: string;
  shape: string;
  message(as: CallerName): Message;
}

/** How long one message may keep the server from all others, in milliseconds, on a machine that is as fast as ours. */
const GAP_MS = 50;
/** `JSON.parse` of half a million zeros takes a fifth of it there: slower machines may take longer. */
const PARSES = 5;
const ZEROS = JSON.stringify(Array(500_000).fill(0));
const TRIES = 5;
const CROWD = 20;

interface Found {
  route: string;
  as: CallerName;
  shape: string;
  status: number;
  gap: number;
  message: Message;
}

/** The table as text, and the lines that are over the bound. */
export interface Table {
  text: string;
  over: string[];
}

/** Sends each message as each caller, and finds the worst of each route. */
export async function measure(stage: Stage, cases: readonly Case[]): Promise<Table> {
  const worst: (Found & { wait: number })[] = [];
  for (const own of Map.groupBy(cases, ({ route }) => route).values()) {
    const found: Found[] = [];
    for (const as of callers) {
      await stage.renew(as);
      await stage.gap();
      for (const { route, shape, message } of own) {
        const made = message(as);
        const { reply, gap } = await leastGap(stage, as, made);
        found.push({ route, as, shape, status: reply.status, gap, message: made });
        if (isRefusedUnread(reply)) break;
      }
    }
    const [first] = found.sort((a, b) => b.gap - a.gap);
    if (!first) continue;
    await stage.renew(first.as);
    worst.push({ ...first, wait: await waitOfOthers(stage, first) });
  }
  worst.sort((a, b) => b.gap - a.gap);
  const bound = Math.max(GAP_MS, PARSES * timeOfParsing());
  const lines = worst.map(
    ({ route, as, shape, status, gap, wait }) =>
      `${route.padEnd(64)} ${as.padEnd(8)} ${shape.padEnd(14)} ${String(status).padStart(3)} ${gap.toFixed(0).padStart(7)} ${wait.toFixed(0).padStart(7)}`,
  );
  const head = `${'route'.padEnd(64)} ${'caller'.padEnd(8)} ${'worst shape'.padEnd(14)} answer  gap  wait of others (${CROWD} at once), ms`;
  return {
    text: [`bound: ${bound.toFixed(0)} ms`, head, ...lines].join('\n'),
    over: lines.filter((_, at) => (worst[at]?.gap ?? 0) > bound),
  };
}

/** The answers to callers who lack the privilege or a session. */
const UNREAD = new RegExp(
  [
    'permission denied for',
    'requires a valid Bearer token',
    'invalid JWT',
    'JWT (could not be decoded|expired)',
    'Session from session_id claim in JWT does not exist',
  ].join('|'),
  'i',
);

/**
 * Whether the message was refused for who its caller is, so that no other body is read either. A policy refuses rows, with
 * the same statuses, and has read them.
 */
const isRefusedUnread = ({ status, text }: Reply) => [401, 403].includes(status) && UNREAD.test(text);

/** What is measured again is never more than the message's own work: garbage of others is collected at any time. */
async function leastGap(stage: Stage, as: CallerName, message: Message) {
  let least = { reply: { status: 0, text: '' }, gap: Number.POSITIVE_INFINITY };
  for (let tries = TRIES; tries > 0 && least.gap > GAP_MS * 0.8; tries -= 1) {
    const reply = await stage.send(as, message);
    const gap = await stage.gap();
    if (gap < least.gap) least = { reply, gap };
  }
  return least;
}

/** The longest time that a simple request takes while the message is sent many times at once. */
async function waitOfOthers(stage: Stage, { as, message }: Found): Promise<number> {
  let longest = 0;
  let isOver = false;
  const watch = (async () => {
    while (!isOver) {
      const began = performance.now();
      await (await fetch(`${stage.url}/healthz`)).arrayBuffer();
      longest = Math.max(longest, performance.now() - began);
    }
  })();
  await Promise.all(Array.from({ length: CROWD }, () => stage.send(as, message)));
  isOver = true;
  await watch;
  return longest;
}

/** In processor time, as the gaps. */
function timeOfParsing(): number {
  const times = Array.from({ length: TRIES }, () => {
    const began = process.threadCpuUsage();
    JSON.parse(ZEROS);
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
