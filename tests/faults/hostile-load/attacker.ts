import { abuses } from './abuses.ts';
import { createWeapons, type Scene } from './weapons.ts';

/**
 * The attacker's process, apart from the test's, so that its work does not delay what is measured. Told a name, it
 * abuses the server until it is told to stop, and answers with what it saw.
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
  // What it still waited for was cut off, and may never answer.
  await Promise.race([abuse.run(weapons).then(weapons.wait), weapons.wait()]);
  process.send?.({ seen: weapons.seen });
});
