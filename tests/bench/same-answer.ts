import { join } from 'node:path';
import { prepareServer } from '#tests/support/server/server-process.ts';
import { readOutbox } from '#tests/support/services/outbox.ts';
import { eventually } from '#tests/support/waiting.ts';

const PAIRS = 200;
const WARM_UP = 20;
/** The allowed difference of the medians. */
const TOLERANCE = 0.1;
const PUBLISHABLE_KEY = 'sb_publishable_nutmeg';
const PASSWORD = 'maple-street-1954';

interface Answer {
  status: number;
  body: string;
  milliseconds: number;
}

type Ask = (email: string) => Promise<Answer>;

/** Compares the responses for an address with an account and one without: status, body and time. */
export async function sameAnswer(): Promise<void> {
  const server = await prepareServer({
    env: { CAPTCHA: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' },
    siteFolder: undefined,
  });
  try {
    await server.start();
    const post = poster(server.url);
    const known = 'maria@example.com';
    await signUp(post, known, join(server.dataDir, 'outbox'));
    const questions: Record<string, Ask> = {
      'login, wrong password': (email) => post('token?grant_type=password', { email, password: 'not-it' }),
      recover: (email) => post('recover', { email }),
      'link to sign in': (email) => post('otp', { email, create_user: false }),
      'resend of a sign-up': (email) => post('resend', { email, type: 'signup' }),
    };
    const lines = [`An address with an account against one without, ${PAIRS} pairs in turn, medians`];
    for (const [name, ask] of Object.entries(questions)) lines.push(await compare(name, ask, known));
    process.stdout.write(`${lines.join('\n')}\n\n`);
  } finally {
    await server.remove();
  }
}

function poster(url: string) {
  return async (path: string, body: object): Promise<Answer> => {
    const began = performance.now();
    const response = await fetch(`${url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text, milliseconds: performance.now() - began };
  };
}

async function signUp(post: ReturnType<typeof poster>, email: string, outbox: string): Promise<void> {
  await post('signup', { email, password: PASSWORD });
  const mail = await eventually(async () => (await readOutbox(outbox)).at(-1));
  const token = /^ +(\d{8})$/m.exec(mail.text ?? '')?.[1];
  const { status, body } = await post('verify', { type: 'signup', email, token });
  if (status !== 200) throw new Error(body);
}

/**
 * Alternates the order, so that a slow machine affects all equally. A second address without an account shows the noise
 * of the machine.
 */
async function compare(name: string, ask: Ask, known: string): Promise<string> {
  const times = { known: [] as number[], unknown: [] as number[], control: [] as number[] };
  const answers = new Set<string>();
  for (let pair = -WARM_UP; pair < PAIRS; pair++) {
    // Of the same length, and different each time, as in an enumeration attack.
    const stranger = (domain: string) => `${String(pair + WARM_UP).padStart(5, '0')}@${domain}`;
    const asked = [
      ['known', known],
      ['unknown', stranger('example.com')],
      ['control', stranger('example.net')],
    ] as const;
    const first = (pair + WARM_UP) % asked.length;
    for (const [who, email] of [...asked.slice(first), ...asked.slice(0, first)]) {
      const { status, body, milliseconds } = await ask(email);
      answers.add(`${status} ${body}`);
      if (pair >= 0) times[who].push(milliseconds);
    }
  }
  const [withAccount, without, control] = [
    median(times.known),
    median(times.unknown),
    median(times.control),
  ] as const;
  const ratio = withAccount / without;
  const verdict = answers.size === 1 && Math.abs(ratio - 1) <= TOLERANCE ? 'the same' : 'DIFFERENT';
  return [
    `  ${name}: ${[...answers].join(' | ')}`,
    `    ${withAccount.toFixed(2)} ms / ${without.toFixed(2)} ms, ratio ${ratio.toFixed(3)}: ${verdict}`,
    `    (two without an account: ratio ${(control / without).toFixed(3)})`,
  ].join('\n');
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle - 0.5)] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
