import type { B } from './type-cycle-b.ts';

export interface A {
  b?: B;
}
