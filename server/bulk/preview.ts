import { z } from 'zod';
import type { AskBulkPreview, BulkPreview, PreviewedClient } from '#contract/bulk.ts';
import { decide } from '#domain/bulk/decide.ts';
import { type BulkAct, bulkAct } from '#domain/bulk/jobs.ts';
import { MOST_CLIENTS } from '#domain/bulk/limits.ts';
import type { Reason } from '#domain/bulk/reasons.ts';
import { isLanguage, sourceLanguage } from '#domain/language/language.ts';
import { shortList } from '#domain/text/short-list.ts';
import { type FunctionDeps, forPerson } from '#server/functions/answers.ts';
import type { Functions } from '#server/functions/service.ts';
import { LIST_BODY_BYTES } from '#server/http/load/limits.ts';
import { type BulkFacts, readFacts } from './facts.ts';

/** Clients read at once: the answers of their forms are in memory. */
const CLIENTS_AT_ONCE = 250;
const FIRST = 3;
/** Names that are listed for each reason. */
const MOST_NAMES = 200;

interface Deps extends Pick<FunctionDeps, 'buckets' | 'database'> {
  /** Renders a letter that is queued by its name. */
  renderLetter(
    letter: string,
    facts: unknown,
    to: string,
    language: string | null,
  ): { subject: string; html: string };
}

const asked: z.ZodType<AskBulkPreview> = z.object({
  act: bulkAct,
  clientIds: shortList(z.guid(), { min: 1, max: MOST_CLIENTS }),
});
/** One for each pause in typing. */
const PREVIEWS = { name: 'bulk preview', points: 300, seconds: 3600 };

/** `POST /functions/v1/bulk-preview` (contract/bulk.ts). */
export function bulkPreviewFunctions(deps: Deps): Functions {
  return {
    'bulk-preview': forPerson(deps, {
      method: 'POST',
      bodyLimit: LIST_BODY_BYTES,
      only: ['is_staff', 'Only staff can do this'],
      limit: PREVIEWS,
      schema: asked,
      invalid: ['The request must have act and clientIds'],
      answer: async (wanted) => Response.json(await previewBulk(deps, wanted)),
    }),
  };
}

/** What a job would do now: the first letters as they will look, and who is left out and why. */
async function previewBulk(
  { database, renderLetter }: Deps,
  { act, clientIds }: AskBulkPreview,
): Promise<BulkPreview> {
  const ids = [...new Set(clientIds)];
  const leftOut: { reason: Reason; client: { id: string; name: string } }[] = [];
  const first: PreviewedClient[] = [];
  let reached = 0;
  for (let start = 0; start < ids.length; start += CLIENTS_AT_ONCE) {
    const some = ids.slice(start, start + CLIENTS_AT_ONCE);
    const facts = await readFacts(database, act, some);
    for (const id of some) {
      const client = facts.get(id);
      const decision = decide(act, client);
      if (decision.reason === null && client) {
        reached += 1;
        if (first.length < FIRST)
          first.push({
            id,
            name: client.name,
            letter: letterOf(act, client, decision.items, renderLetter),
          });
      } else if (decision.reason !== null) {
        leftOut.push({ reason: decision.reason, client: { id, name: client?.name ?? '' } });
      }
    }
  }
  const groups = [...Map.groupBy(leftOut, ({ reason }) => reason)].map(([reason, all]) => ({
    reason,
    count: all.length,
    clients: all.slice(0, MOST_NAMES).map(({ client }) => client),
  }));
  return { reached, leftOut: groups.sort((a, b) => b.count - a.count), first };
}

function letterOf(
  act: BulkAct,
  { email, firstName, language: chosen }: BulkFacts,
  items: readonly string[],
  renderLetter: Deps['renderLetter'],
): PreviewedClient['letter'] {
  if (act.kind !== 'remind' && act.kind !== 'letter') return null;
  const { note } = act.options;
  const template = act.kind === 'remind' ? 'document_request' : act.options.template;
  const language = isLanguage(chosen) ? chosen : sourceLanguage;
  const facts = { first_name: firstName, items, note: note?.trim() || null };
  const { subject, html } = renderLetter(template, facts, email, language);
  return { to: email, language, subject, html };
}
