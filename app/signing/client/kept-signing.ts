import { useState } from 'react';
import { storedJson } from '#app/shared/drafts/stored-value.ts';
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
  const stored = storedJson('session', `nutmeg signing ${requestId}`, read);
  const [kept, setKept] = useState(() => stored.read() ?? nothing);
  const save = (next: Kept) => {
    setKept(next);
    // If the browser refuses, it stays in the page.
    stored.save(next);
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
    forget: stored.clear,
  };
}

const nothing: Kept = { signing: { signature: null, initials: null, values: {} }, acts: {} };

const read = (value: unknown): Kept | null => keptSchema.safeParse(value).data ?? null;
