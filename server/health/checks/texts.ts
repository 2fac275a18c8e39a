import type { TextFacts } from '#domain/health/texts.ts';
import type { Database } from '#server/database/database.ts';

// A gateway can't be asked without sending a text, so its last answers tell.
const FIGURES = `
  select (select count(*)::int from nutmeg.text_consents where ended_at is null) as agreed,
    count(*) filter (where status = 'failed' and failed_at > now() - interval '1 day')::int as failed,
    count(*) filter (where status = 'sent' and sent_at > now() - interval '1 day')::int as sent,
    (
      select t.failure || ': ' || t.last_error from nutmeg.texts t
      where t.failure in ('login', 'unreachable', 'outbox') and t.created_at > now() - interval '1 day'
        and t.status <> 'sent' and not exists (
          select from nutmeg.texts later where later.sent_at > coalesce(t.failed_at, t.created_at)
        )
      order by t.created_at desc limit 1
    ) as problem
  from nutmeg.texts where created_at > now() - interval '2 days'`;

interface Figures {
  agreed: number;
  failed: number;
  sent: number;
  problem: string | null;
}

export async function textFacts(
  database: Pick<Database, 'query'>,
  way: TextFacts['way'],
): Promise<TextFacts> {
  const { rows } = await database.query<Figures>(FIGURES);
  const figures = rows[0];
  return {
    way,
    agreed: figures?.agreed ?? 0,
    failedToday: figures?.failed ?? 0,
    sentToday: figures?.sent ?? 0,
    problem: figures?.problem ?? undefined,
  };
}
