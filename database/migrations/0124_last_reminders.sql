-- When the office last wrote to each client about what is to do: a letter, a reminder, or a document that was asked for. The
-- list of clients is sorted by it.
create table nutmeg.last_reminders (
  client_id uuid primary key references public.user_profiles (user_id) on delete cascade,
  at timestamptz not null
);
create index last_reminders_at_idx on nutmeg.last_reminders (at, client_id);
alter table nutmeg.last_reminders enable row level security;

-- The arguments are the columns with the client and with the time.
create function nutmeg.note_last_reminder() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  written constant jsonb := to_jsonb(new);
begin
  insert into nutmeg.last_reminders as l (client_id, at)
  values ((written ->> tg_argv[0])::uuid, (written ->> tg_argv[1])::timestamptz)
  on conflict (client_id) do update set at = excluded.at where l.at < excluded.at;
  return null;
end
$$;
