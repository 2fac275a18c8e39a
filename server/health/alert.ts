import { setTimeout as pause } from 'node:timers/promises';
import { type LightId, lightNames } from '#domain/health/lights.ts';
import { englishReader } from '#server/language/readers.ts';

/** A light that has turned red, or recovered. In English. */
export interface Alert {
  kind: 'red' | 'mended';
  light: LightId;
  says: string;
  todo?: string;
}

interface Options {
  /** The value of ALERT_URL. */
  url: string;
  officeName: () => string;
  siteUrl: string;
  /** The pauses before further attempts, in milliseconds. */
  pauses?: readonly number[];
}

const TIMEOUT_MS = 10_000;
const PAUSES_MS = [1_000, 4_000];

/** Posts an alert to ALERT_URL. Rejects if no attempt succeeded; `signal` aborts it. */
export type PostAlert = (alert: Alert, signal: AbortSignal) => Promise<void>;

/**
 * Posts JSON that common services understand: Slack-compatible ones show `text`, ntfy is configured by URL parameters
 * to show `title` and `message`, healthchecks.io searches for a string such as `"state":"red"`.
 */
export function createPostAlert({ url, officeName, siteUrl, pauses = PAUSES_MS }: Options): PostAlert {
  return async (alert, signal) => {
    const body = JSON.stringify(alertBody(alert, officeName(), siteUrl));
    for (const wait of pauses) {
      try {
        return await post(url, body, signal);
      } catch {
        await pause(wait, undefined, { signal });
      }
    }
    await post(url, body, signal);
  };
}

async function post(url: string, body: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the address of ALERT_URL answered ${response.status}`);
}

function alertBody({ kind, light, says, todo }: Alert, officeName: string, siteUrl: string) {
  const name = englishReader.t(lightNames[light]);
  const title = kind === 'red' ? `${officeName}: problem with ${name}` : `${officeName}: ${name} is fixed`;
  const message = [says, kind === 'red' ? todo : undefined].filter(Boolean).join(' ');
  const state = kind === 'red' ? 'red' : 'green';
  return { text: `${title}. ${message}`, title, message, state, light, site: siteUrl };
}
