-- Captcha passes. The server verifies a pass's signature and sets it on the transaction as
-- request.captcha_pass ({"id", "action", "fresh"}); here it is spent, once, and remembered for what a spent pass
-- still opens. No pass is trusted that the server has not set.
--
-- The functions are in schema nutmeg, which callers can't name: policies may use them, requests may not. A caller who
-- could choose the subject could spend a pass on another person's row, and then read it.

create table nutmeg.captcha_passes (
  id uuid primary key,
  action text not null,
  first_seen_at timestamptz not null default now(),
  spent_at timestamptz,
  -- The row that it allowed to be written.
  subject_id uuid,
  -- The page's own id of the request that wrote it (calendar).
  request_id uuid,
  status_checks int not null default 0
);

create index captcha_passes_first_seen_at_idx on nutmeg.captcha_passes (first_seen_at);

create index captcha_passes_request_id_idx on nutmeg.captcha_passes (request_id) where request_id is not null;

-- CAPTCHA=off, for tests of the bare contract; the server sets it on each connection.
create function nutmeg.captcha_is_off() returns boolean
  language sql stable
  as $$ select coalesce(current_setting('nutmeg.captcha', true), 'on') = 'off' $$;

create function nutmeg.current_captcha_pass() returns jsonb
  language sql stable
  as $$ select nullif(current_setting('request.captcha_pass', true), '')::jsonb $$;

-- Spends the pass. Returns true once; a concurrent second call waits for the first and returns false.
create function nutmeg.spend_captcha_pass(pass jsonb, wanted_action text, subject uuid) returns boolean
  language plpgsql volatile set search_path = ''
  as $$
begin
  if (pass ->> 'fresh')::boolean and pass ->> 'action' = wanted_action then
    insert into nutmeg.captcha_passes as p (id, action, spent_at, subject_id)
    values ((pass ->> 'id')::uuid, wanted_action, now(), subject)
    on conflict (id) do update set spent_at = now(), subject_id = excluded.subject_id
      where p.spent_at is null and p.action = wanted_action;
    if found then
      return true;
    end if;
  end if;
  return nutmeg.captcha_is_off();
end
$$;

create function nutmeg.spend_current_captcha_pass(wanted_action text, subject uuid) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  return nutmeg.spend_captcha_pass(nutmeg.current_captcha_pass(), wanted_action, subject);
end
$$;

grant execute on function nutmeg.spend_current_captcha_pass(text, uuid) to anon, authenticated;

-- The row that the presented pass wrote in the last 24 hours. Policies call it in a subselect, so once per statement.
-- Volatile, because the same statement may just have written it.
create function nutmeg.captcha_pass_row(wanted_action text) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  return (
    select p.subject_id from nutmeg.captcha_passes p
    where p.id = (nutmeg.current_captcha_pass() ->> 'id')::uuid
      and p.action = wanted_action
      and p.spent_at > now() - interval '24 hours'
  );
end
$$;

grant execute on function nutmeg.captcha_pass_row(text) to anon, authenticated;
