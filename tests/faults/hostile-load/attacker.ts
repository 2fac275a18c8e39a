import { abuses } from './abuses.ts';
import { createWeapons, type Scene } from './weapons.ts';

/**
 * The attacker runs in its own process, so its work doesn't delay what the test measures. It is given the name of
 * an abuse, runs it against the server until it must stop, and reports what it saw.
 */
export interface Order {
  name: string;
  scene: Scene;
}

let stop = new AbortController();

process.on('message', async (message: Order | 'stop') => {
  if (message === 'stop') return stop.abort();
  stop = new AbortController();
  const abuse = abuses.find(({ name }) => name === message.name);
  if (!abuse) throw new Error(`no abuse is called ${message.name}`);
  const weapons = createWeapons(message.scene, stop.signal);
  process.send?.('begun');
  // Requests that it still waited for were cut off and may never be answered.
  await Promise.race([abuse.run(weapons).then(weapons.wait), weapons.wait()]);
  process.send?.({ seen: weapons.seen });
});
