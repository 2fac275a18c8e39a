-- Letters to a client go to everyone who acts for it: to its own address, and to spouses and owners who have a login. The
-- letters of a company or of a client without a login went to no one before.

-- Who gets the letters of a client. If that is no one, the member who gets its reminders (reminders). An address gets one.
create function nutmeg.readers_of_client(client uuid)
  returns table (user_id uuid, email text, first_name text, language text)
  language sql stable security definer set search_path = ''
  as $$
  with readers as (
    select p.user_id, p.email, p.first_name, p.language
    from public.user_profiles p where p.user_id = client and p.email <> ''
    union
    select p.user_id, p.email, p.first_name, p.language
    from public.client_members m
    join public.user_profiles p on p.user_id = m.user_id
    join auth.users u on u.id = m.user_id
    where m.client_id = client and m.relation in ('spouse', 'owner') and m.rights @> array['see', 'sign']
      and m.last_year is null and (m.ends_at is null or m.ends_at > now())
      and p.email <> '' and u.email is not null and (u.banned_until is null or u.banned_until <= now())
  ), all_readers as (
    select * from readers
    union all
    select p.user_id, p.email, p.first_name, p.language
    from public.user_profiles p
    where p.user_id = nutmeg.reminded_person(client) and not exists (select from readers)
  )
  select distinct on (lower(btrim(r.email))) r.user_id, r.email, r.first_name, r.language
  from all_readers r order by lower(btrim(r.email)), r.user_id <> client, r.user_id
$$;

-- Writes one letter to each of them, and returns the mails. The link of a letter opens the client that it is about.
create function nutmeg.write_to_client(client uuid, letter text, facts jsonb) returns uuid[]
  language plpgsql
  as $$
declare
  reader record;
  mails uuid[] := '{}';
begin
  for reader in
    select * from nutmeg.readers_of_client(client) r order by r.user_id <> client, r.user_id
  loop
    mails := mails || nutmeg.write_staff_letter(reader.email, letter, facts || jsonb_strip_nulls(jsonb_build_object(
      'first_name', reader.first_name, 'client_id', nullif(client, reader.user_id)
    )));
  end loop;
  return mails;
end
$$;

-- Steps of staff that can still be undone (client_letters): the return before the step, and the mails that tell of it.
create table nutmeg.undoable_steps (
  event_id bigint primary key references public.tax_return_events on delete cascade,
  before jsonb not null,
  mail_ids uuid[] not null,
  taken_at timestamptz not null default now()
);

create index undoable_steps_taken_at_idx on nutmeg.undoable_steps (taken_at);

-- What follows every step: the record, and the letters. Those of a step by staff wait until it can't be undone anymore:
-- 10 seconds to press "Undo", and 2 for the way of the answer and of the press.
create function nutmeg.note_return_step(
  tax_return public.tax_returns, from_status text, actor_role text, note text, email_client boolean default true,
  before public.tax_returns default null
) returns void
  language plpgsql
  as $$
declare
  told public.user_profiles;
  facts jsonb;
  event bigint;
  mails uuid[] := '{}';
begin
  insert into public.tax_return_events (return_id, user_id, actor_id, actor_role, kind, from_status, to_status, note)
  values (
    tax_return.id, tax_return.user_id, auth.uid(), actor_role, 'status', from_status, tax_return.status,
    nullif(btrim(note), '')
  )
  returning id into event;
  facts := jsonb_build_object(
    'year', tax_return.year, 'kind', tax_return.kind, 'status', tax_return.status, 'note', nullif(btrim(note), ''),
    'return_id', tax_return.id
  );
  if actor_role <> 'client' then
    if email_client then
      mails := nutmeg.write_to_client(tax_return.user_id, 'return_status', facts);
    end if;
    if before.id is not null then
      update public.email_queue q set next_attempt_at = now() + interval '12 seconds' where q.id = any (mails);
      insert into nutmeg.undoable_steps (event_id, before, mail_ids) values (event, to_jsonb(before), mails);
    end if;
    return;
  end if;
  -- The client's own approval comes once, to the client's address, or else to the person who approved.
  select * into told from public.user_profiles p
  where p.user_id in (tax_return.user_id, auth.uid()) and p.email <> ''
  order by p.user_id <> tax_return.user_id limit 1;
  if found then
    perform nutmeg.write_letter(told.email, 'return_status', facts || jsonb_strip_nulls(jsonb_build_object(
      'first_name', told.first_name, 'client_id', nullif(tax_return.user_id, told.user_id)
    )));
  end if;
end
$$;

alter table nutmeg.undoable_steps enable row level security;

-- Marks lines of the list as asked for. A request that was made by hand is a line only while it is on the list.
create function nutmeg.ask_for_lines(client uuid, of_year int, lines text[]) returns void
  language sql
  as $$
  insert into public.checklist_items as i (user_id, year, item, title, state, updated_by)
  select client, of_year, l.item, o.title, 'asked_again', auth.uid()
  from (select distinct unnest(lines) as item) as l
  left join public.checklist_items o on o.user_id = client and o.year = of_year and o.item = l.item
  where l.item not like 'asked:%' or o.title is not null
  order by l.item
  on conflict (user_id, year, item) do update set state = excluded.state, updated_by = excluded.updated_by
$$;

-- The return that a letter is about: the newest one that waits for what the letter asks for.
create function nutmeg.return_of_letter(client uuid, template text) returns uuid
  language sql stable
  as $$
  select r.id from public.tax_returns r
  where r.user_id = client
    and r.status = case template when 'return_ready' then 'ready_for_review' when 'payment_reminder' then 'payment_due' end
  order by r.year desc, r.kind desc limit 1
$$;

create function public.send_client_letter(
  client_id uuid, letter_template text, letter_items text[] default '{}', staff_note text default null,
  -- The lines of the client's list that a request for documents names.
  list_year int default null, list_items text[] default '{}'
) returns public.client_letters
  language plpgsql security definer set search_path = ''
  as $$
declare
  sent public.client_letters;
begin
  perform nutmeg.require_staff();
  if letter_template = 'document_request' and cardinality(letter_items) = 0 then
    raise exception 'Name the documents you need' using errcode = '23514', detail = 'documents_not_named';
  end if;
  if cardinality(list_items) > cardinality(letter_items) or letter_template <> 'document_request' and list_items <> '{}' then
    raise exception 'The letter names other documents' using errcode = '23514';
  end if;
  -- Checked here, since the letter is written out only after staff have read that it was sent.
  if exists (
    select from unnest(letter_items) as i
    where i is null or btrim(i) = '' or char_length(i) > 200
  ) then
    raise exception 'Each document needs a name of 1 to 200 characters'
      using errcode = '23514', detail = 'document_name_length';
  end if;
  if letter_template = 'message' and coalesce(btrim(staff_note), '') = '' then
    raise exception 'Write something' using errcode = '23514', detail = 'nothing_written';
  end if;
  if exists (select from public.user_profiles p where p.user_id = client_id)
    and not exists (select from nutmeg.readers_of_client(client_id)) then
    raise exception 'This client has no email address' using errcode = '23514';
  end if;
  insert into public.client_letters (user_id, template, items, note, sent_by, sent_by_name)
  values (
    client_id, letter_template, letter_items, nullif(btrim(staff_note), ''), auth.uid(),
    coalesce((
      select nullif(btrim(concat_ws(' ', s.first_name, s.last_name)), '')
      from public.user_profiles s where s.user_id = auth.uid()
    ), '')
  )
  returning * into sent;
  perform nutmeg.write_to_client(client_id, letter_template, jsonb_build_object(
    'items', to_jsonb(sent.items), 'note', sent.note, 'return_id', nutmeg.return_of_letter(client_id, letter_template)
  ));
  if list_items <> '{}' then
    perform nutmeg.ask_for_lines(client_id, list_year, list_items);
  end if;
  return sent;
end
$$;

grant execute on function public.send_client_letter(uuid, text, text[], text, int, text[]) to authenticated;

create function public.case_members(client_id uuid)
  returns table (
    user_id uuid, name text, email text, has_login boolean, is_deactivated boolean, relation text, rights text[],
    last_year int, ends_at timestamptz, created_at timestamptz, granted_at timestamptz, granted_by_name text
  )
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  return query
    select m.user_id, btrim(coalesce(p.first_name || ' ' || p.last_name, '')), coalesce(p.email, ''),
      nutmeg.has_login(m.user_id), coalesce(u.banned_until > now(), false), m.relation, m.rights, m.last_year, m.ends_at,
      m.created_at, m.granted_at, nutmeg.staff_name(m.granted_by)
    from public.client_members m
    join auth.users u on u.id = m.user_id
    left join public.user_profiles p on p.user_id = m.user_id
    where m.client_id = case_members.client_id
    order by m.user_id <> case_members.client_id, m.ends_at nulls first, m.created_at, m.user_id
    limit 40;
end
$$;

grant execute on function public.case_members(uuid) to authenticated;

-- Staff take back their last step before anyone is mailed about it.

-- Puts the return back as it was, and takes away what the step caused: its event, its mails, and the tasks of the rules. The
-- mail worker locks a mail before it takes it, as this does: either the step is undone, or the mail is sent.
create function public.undo_return_step(return_id uuid, undone_status text) returns public.tax_returns
  language plpgsql security definer set search_path = ''
  as $$
declare
  present public.tax_returns;
  former public.tax_returns;
  step nutmeg.undoable_steps;
begin
  perform nutmeg.require_staff();
  select * into present from public.tax_returns r where r.id = undo_return_step.return_id for update;
  if not found then
    raise exception 'No such return' using errcode = 'P0002';
  end if;
  select s.* into step
  from (
    select e.id from public.tax_return_events e where e.return_id = present.id order by e.id desc limit 1
  ) last join nutmeg.undoable_steps s on s.event_id = last.id
  where present.status = undone_status and s.taken_at > now() - interval '1 minute';
  if not found then
    raise exception 'This step can’t be undone anymore' using errcode = '23514', detail = 'step_final';
  end if;
  perform from public.email_queue q where q.id = any (step.mail_ids) order by q.id for update;
  if (
    select count(*) from public.email_queue q where q.id = any (step.mail_ids) and q.status = 'pending' and q.attempts = 0
  ) < cardinality(step.mail_ids) then
    raise exception 'The email is on its way already, so this step can’t be undone'
      using errcode = '23514', detail = 'step_mailed';
  end if;
  delete from public.email_queue q where q.id = any (step.mail_ids);
  delete from public.tax_return_events e where e.id = step.event_id;
  -- Without the triggers that follow a step: the return is again as old as it was.
  perform set_config('nutmeg.merging', 'on', true);
  former := jsonb_populate_record(null::public.tax_returns, step.before);
  update public.tax_returns r set
    status = former.status, document_id = former.document_id, document_sha256 = former.document_sha256,
    approved_at = former.approved_at, approved_name = former.approved_name, approved_address = former.approved_address,
    approved_sha256 = former.approved_sha256, updated_at = former.updated_at
  where r.id = present.id returning * into former;
  -- Everything of a transaction has one time.
  delete from public.tasks t where t.return_id = present.id and t.kind = undone_status and t.created_at = step.taken_at;
  update public.tasks t set done_at = now()
  where t.return_id = present.id and t.kind = undone_status and t.done_at is null;
  update public.tasks t set done_at = null
  where t.done_at = step.taken_at and t.done_by is null and t.kind <> 'manual' and (
    t.return_id = present.id or t.client_id = present.user_id and t.year = present.year and t.return_id is null
  );
  perform set_config('nutmeg.merging', '', true);
  perform nutmeg.record_act('return.step_undone', present.user_id, jsonb_build_object(
    'return', present.id, 'from', undone_status, 'to', former.status
  ));
  return former;
end
$$;

-- The people who would get a letter to a client, for its preview.
create function public.letter_readers(client_id uuid) returns table (email text, first_name text, language text)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  return query
    select r.email, r.first_name, r.language
    from nutmeg.readers_of_client(letter_readers.client_id) r
    order by r.user_id <> letter_readers.client_id, r.user_id;
end
$$;

grant execute on function public.undo_return_step(uuid, text), public.letter_readers(uuid) to authenticated;

-- What decides whether a client is left out (domain/bulk/decide.ts). With a year, also what the list of documents is made of:
-- the form's answers, in which the secret ones are masked, and the state of the items. An id that is no client has no row.
create function nutmeg.bulk_facts(client_ids uuid[], of_year int default null)
  returns table (
    client_id uuid, name text, first_name text, email text, language text, is_archived boolean, is_merged boolean,
    is_bad_address boolean, has_too_many_letters boolean, preparer_id uuid, tags text[], form jsonb, items jsonb
  )
  language sql stable
  as $$
  select p.user_id,
    coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email),
    coalesce(r.first_name, p.first_name), coalesce(r.email, ''), coalesce(r.language, p.language),
    d.archived_at is not null, d.archived_into is not null,
    exists (select from nutmeg.bad_addresses b where b.address = m.mailbox),
    (
      select count(*) from nutmeg.staff_letters l
      where l.recipient = m.mailbox and l.written_at > now() - interval '1 hour'
    ) >= 20,
    d.preparer_id, coalesce(d.tags, '{}'),
    (
      select f.form_data from public.tax_forms f
      where f.user_id = p.user_id and f.year = of_year and f.submitted_at is not null limit 1
    ),
    (
      select jsonb_agg(jsonb_build_object('item', i.item, 'title', i.title, 'state', i.state) order by i.updated_at)
      from public.checklist_items i where i.user_id = p.user_id and i.year = of_year
    )
  from unnest(client_ids) as c (id)
  join public.user_profiles p on p.user_id = c.id
  -- The preview shows the letter to the first of them.
  left join lateral (
    select * from nutmeg.readers_of_client(p.user_id) as all_readers
    order by all_readers.user_id <> p.user_id, all_readers.user_id limit 1
  ) r on true
  cross join lateral (select lower(btrim(coalesce(r.email, ''))) as mailbox) as m
  left join public.client_details d on d.client_id = c.id
$$;
