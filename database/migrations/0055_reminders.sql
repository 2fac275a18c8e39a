-- Automatic reminders of what a client hasn't done yet (server/reminders, domain/reminders).

-- When to look at a client next: each morning while something is open. Null: new, and waits for its first morning.
create table nutmeg.reminder_rounds (
  client_id uuid primary key references public.clients on delete cascade,
  next_look timestamptz
);

create index reminder_rounds_next_look_idx on nutmeg.reminder_rounds (next_look nulls first);

alter table nutmeg.reminder_rounds enable row level security;

-- What was sent. One row for a client and day: written in the transaction that queues the mail, so that two servers, or one
-- that was killed, never send two.
create table nutmeg.reminders (
  client_id uuid not null references public.clients on delete cascade,
  -- In the client's time zone.
  day date not null,
  -- What it was about: kinds, years and counts, as in domain/reminders/rules.ts.
  groups jsonb not null,
  mail_id uuid,
  text_id uuid,
  sent_at timestamptz not null default now(),
  primary key (client_id, day)
);

alter table nutmeg.reminders enable row level security;

-- Whether a client gets any.
create table nutmeg.reminder_choices (
  client_id uuid primary key references public.clients on delete cascade,
  -- By the client: until then, or infinity.
  paused_until timestamptz,
  -- By staff.
  off_at timestamptz,
  off_by uuid,
  off_by_name text,
  check ((off_at is null) = (off_by is null))
);

alter table nutmeg.reminder_choices enable row level security;

-- `how`: week, always, or none. For the account, and for the signed link of a mail.
create function nutmeg.pause_reminders(client uuid, how text) returns timestamptz
  language plpgsql security definer set search_path = ''
  as $$
declare
  until_time constant timestamptz :=
    case how when 'week' then now() + interval '7 days' when 'always' then 'infinity' end;
begin
  if how is null or how not in ('week', 'always', 'none') then
    raise exception 'Not a way to pause reminders' using errcode = '23514';
  end if;
  insert into nutmeg.reminder_choices as c (client_id, paused_until)
  select k.id, until_time from public.clients k where k.id = client
  on conflict (client_id) do update set paused_until = excluded.paused_until;
  if not found then
    raise exception 'No such client' using errcode = 'P0002';
  end if;
  perform nutmeg.record_act('reminders.' || case how when 'none' then 'resumed' else 'paused' end, client,
    jsonb_build_object('how', how, 'by_link', auth.uid() is null));
  return until_time;
end
$$;

create function public.pause_reminders(client_id uuid, how text)
  returns void
  language plpgsql
  security definer
  set search_path = ''
  as $$
begin
  if nutmeg.mfa_pending() or not pause_reminders.client_id = any (auth.my_clients('see')) then
    raise exception 'Not one of your clients' using errcode = '42501';
  end if;
  perform nutmeg.limit_own_acts();
  perform nutmeg.pause_reminders(pause_reminders.client_id, pause_reminders.how);
end
$$;

-- `paused_until` is null if they are paused until someone turns them on.
create function public.reminder_choice(client_id uuid) returns table (is_paused boolean, paused_until timestamptz)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  if nutmeg.mfa_pending() or not (
    public.is_staff() or reminder_choice.client_id = any (auth.my_clients('see'))
  ) then
    raise exception 'Not one of your clients' using errcode = '42501';
  end if;
  return query
    select coalesce(c.paused_until > now(), false), case when isfinite(c.paused_until) then c.paused_until end
    from (select reminder_choice.client_id as id) k
    left join nutmeg.reminder_choices c on c.client_id = k.id;
end
$$;

create function public.turn_reminders(client_id uuid, off boolean) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  insert into nutmeg.reminder_choices as c (client_id, off_at, off_by, off_by_name)
  select k.id, case when off then now() end, case when off then auth.uid() end,
    case when off then nutmeg.staff_name(auth.uid()) end
  from public.clients k where k.id = turn_reminders.client_id
  on conflict on constraint reminder_choices_pkey do update set
    off_at = excluded.off_at, off_by = excluded.off_by, off_by_name = excluded.off_by_name;
  if not found then
    raise exception 'No such client' using errcode = 'P0002';
  end if;
  perform nutmeg.record_act(
    'reminders.' || case when off then 'turned_off' else 'turned_on' end, turn_reminders.client_id
  );
end
$$;

-- For the server: clients who may have something open, to be looked at from their next morning on.
create function nutmeg.find_reminder_rounds() returns void
  language sql security definer set search_path = ''
  as $$
  insert into nutmeg.reminder_rounds (client_id)
  select o.client_id
  from (
    select i.user_id as client_id from public.checklist_items i
    where (i.state = 'asked_again' or (i.title is not null and i.state = 'open'))
      and i.updated_at > now() - interval '50 days'
    union
    select d.user_id from public.tax_form_drafts d
    where d.year = nutmeg.office_year() and d.updated_at > now() - interval '50 days'
    union
    select r.user_id from public.tax_returns r
    where r.status = 'ready_for_review' and r.updated_at > now() - interval '50 days'
    union
    select q.client_id from public.open_questions() q where q.asked_at > now() - interval '50 days'
    union
    select l.user_id from public.client_letters l
    where l.template in ('document_request', 'form_reminder') and l.sent_at > now() - interval '50 days'
    union
    select d.client_id from public.client_dates d
    where d.done_at is null and d.due_on between nutmeg.office_day() - 1 and nutmeg.office_day() + 50
  ) o
  join public.clients c on c.id = o.client_id
  on conflict do nothing
$$;

-- Who gets a client's reminders: the person themselves, else the first member with a login who works for the client. No one
-- for archived clients, and no one whose address isn't confirmed.
create function nutmeg.reminded_person(client uuid) returns uuid
  language sql stable security definer set search_path = ''
  as $$
  select m.user_id
  from public.client_members m
  join public.user_profiles p on p.user_id = m.user_id
  join auth.users u on u.id = m.user_id
  where m.client_id = client and 'see' = any (m.rights) and m.last_year is null
    and (m.ends_at is null or m.ends_at > now()) and u.email is not null and p.email <> '' and p.confirmed
    and (u.banned_until is null or u.banned_until <= now())
    and not exists (select from public.client_details d where d.client_id = client and d.archived_at is not null)
  order by m.user_id <> client, m.relation = 'helper', m.created_at, m.user_id
  limit 1
$$;

grant execute on function public.pause_reminders(uuid, text), public.reminder_choice(uuid),
  public.turn_reminders(uuid, boolean) to authenticated;

-- What a client can repeat as fast as they like must not fill the database. Each of these acts writes a line into the log,
-- which only grows; a checklist answer names its files.

-- Takes one of a client's acts of this hour. For staff there is no such limit.
create function nutmeg.limit_own_acts()
  returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  if auth.uid() is null or public.is_staff() then
    return;
  end if;
  if nutmeg.take_token(sha256(convert_to('nutmeg.own_acts ' || auth.uid(), 'UTF8')), 600, 3600) > 0 then
    raise exception 'You’ve reached the limit for this hour. Please try again later.'
      using errcode = 'PT429', detail = 'hourly_limit';
  end if;
end
$$;
