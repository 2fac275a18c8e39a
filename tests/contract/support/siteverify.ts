import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The provider's response: JSON, another status with a text, or none. */
export type Planned = object | { status: number; text: string } | 'silence';

export interface Siteverify {
  url: string;
  /** The received forms, oldest first. */
  asked: Record<string, string>[];
  /** Sets the response for a token. */
  plan(token: string, answer: Planned): void;
  close(): Promise<void>;
}

/** A fake captcha provider: an HTTP server for the documented form, with one secret, that accepts each token once. */
export async function startSiteverify(secret: string): Promise<Siteverify> {
  const plans = new Map<string, Planned>();
  const asked: Record<string, string>[] = [];
  const seen = new Set<string>();
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    const form = Object.fromEntries(new URLSearchParams(body));
    asked.push(form);
    const answer = request.method === 'POST' && isForm ? answerTo(form) : { status: 405, text: '' };
    if (answer === 'silence') return;
    const { status = 200, text = JSON.stringify(answer) } = 'status' in answer ? answer : {};
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });

  function answerTo({ secret: given, response: token = '' }: Record<string, string>): Planned {
    const refused = (code: string) => ({ success: false, 'error-codes': [code] });
    if (given !== secret) return refused('invalid-input-secret');
    const planned = plans.get(token);
    if (!planned) return refused('invalid-input-response');
    if (seen.has(token)) return refused('timeout-or-duplicate');
    seen.add(token);
    return planned;
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
    asked,
    plan: (token, answer) => void plans.set(token, answer),
    close: () => ended(server),
  };
}

async function ended(server: Server): Promise<void> {
  if (!server.listening) return;
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
