import { useState } from 'react';
import { storedJson } from '#app/shared/drafts/stored-value.ts';
import { z } from '#app/shared/forms/zod.ts';
import { unfinishedSchema } from '#domain/signing/schemas.ts';

const keptSchema = z.object({
  signing: unfinishedSchema,
  /** The ids of acts, so that one whose answer was lost is not done twice. */
  acts: z.record(z.string(), z.guid()),
});

type Kept = z.infer<typeof keptSchema>;
export type Unfinished = Kept['signing'];

/** What a signer has adopted and filled in, kept in this tab until they sign. Another one may use the tab next. */
export function useKeptSigning(signerId: string) {
  const stored = storedJson('session', `nutmeg signing ${signerId}`, read);
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
