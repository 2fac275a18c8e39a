import { AES, bytesOf, IV_BYTES, imported, keptOf, keyOf } from './kept-work.ts';

/** What kept-work.ts has kept of a person, given back after the next login. Pages before the login load without it. */

let opened: Record<string, unknown> = {};

/** What was kept of the signed-in person, once. */
export function takeKept(name: string): unknown {
  const { [name]: value } = opened;
  delete opened[name];
  return value;
}

export const isKept = (userId: string): boolean => keptOf(userId).read() !== null;

/** Opens what was kept of this person, before their pages show. */
export async function openKept(userId: string): Promise<void> {
  const text = keptOf(userId).read();
  const key = keyOf(userId);
  if (text === null || key === undefined) return;
  try {
    opened = JSON.parse(await unseal(key, text));
  } catch (error) {
    console.warn('What was kept could not be opened', error);
  }
  keptOf(userId).clear();
}

export function forgetOpened(): void {
  opened = {};
}

async function unseal(key: string, text: string): Promise<string> {
  const bytes = bytesOf(text);
  const iv = bytes.slice(0, IV_BYTES);
  const data = await crypto.subtle.decrypt({ name: AES, iv }, await imported(key), bytes.slice(IV_BYTES));
  return new TextDecoder().decode(data);
}
