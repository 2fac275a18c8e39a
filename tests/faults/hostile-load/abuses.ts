import { authAbuses } from './abuses-auth.ts';
import { restAbuses } from './abuses-rest.ts';
import { storageAbuses } from './abuses-storage.ts';
import { transportAbuses } from './abuses-transport.ts';
import type { Abuse } from './weapons.ts';

export const abuses: readonly Abuse[] = [...storageAbuses, ...restAbuses, ...transportAbuses, ...authAbuses];
