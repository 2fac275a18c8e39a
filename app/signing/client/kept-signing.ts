import { useState } from 'react';
import { z } from '#app/shared/forms/zod.ts';
import type { Signing } from '#domain/signing/marks.ts';
import { unfinishedSchema } from '#domain/signing/schemas.ts';

const keptSchema = z.object({
  signing: unfinishedSchema,
  acts: z.record(z.string(), z.guid()),
});

export type Unfinished = Omit<Signing, 'signature'> & { signature: Signing['signature'] | null };
interface Kept {
  signing: Unfinished;
  /** The ids of acts, so that one whose answer was lost is not done twice. */
  acts: Record<string, string>;
}

/** What the person has adopted and filled in, kept in this tab until the document is signed. */
export function useKeptSigning(requestId: string) {
  const key = `nutmeg signing ${requestId}`;
  const [kept, setKept] = useState(() => read(key));
  const save = (next: Kept) => {
    setKept(next);
    try {
      sessionStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Full or forbidden: it stays in the page.
    }
  };
  return {
    signing: kept.signing,
    change: (changes: Partial<Unfinished>) => save({ ...kept, signing: { ...kept.signing, ...changes } }),
    actId: (act: string): string => {
      const known = kept.acts[act];
      if (known) return known;
      const made = crypto.randomUUID();
      save({ ...kept, acts: { ...kept.acts, [act]: made } });
      return made;
    },
    forget: () => sessionStorage.removeItem(key),
  };
}

function read(key: string): Kept {
  const empty: Kept = { signing: { signature: null, initials: null, values: {} }, acts: {} };
  try {
    const parsed = keptSchema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    return parsed.success ? parsed.data : empty;
  } catch {
    return empty;
  }
}
