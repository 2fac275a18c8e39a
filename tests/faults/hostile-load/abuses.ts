import { authAbuses } from './abuses-auth.ts';
import { restAbuses } from './abuses-rest.ts';
import { storageAbuses } from './abuses-storage.ts';
import { transportAbuses } from './abuses-transport.ts';
import type { Weapons } from './weapons.ts';

export interface Abuse {
  name: string;
  /** How long it runs, if longer than usual. */
  ms?: number;
  run(weapons: Weapons): Promise<unknown>;
}

export const abuses: readonly Abuse[] = [...storageAbuses, ...restAbuses, ...transportAbuses, ...authAbuses];
