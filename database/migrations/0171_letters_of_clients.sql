-- Letters to a client go to everyone who acts for it: to its own address, and to spouses and owners who have a login. The
-- letters of a company or of a client without a login went to no one before.

-- Who gets the letters of a client. If that is no one, the member who gets its reminders (0161). An address gets one.
create function nutmeg.readers_of_client(client uuid)
  returns table (user_id uuid, email text, first_name text, language text)
  language sql stable security definer set search_path = ''
  as $$
  with readers as (
    select p.user_id, p.email, p.first_name, p.language
    from public.user_profiles p where p.user_id = client and p.email <> ''
    union
    select p.user_id, p.email, p.first_name, p.language
    from public.client_members m join public.user_profiles p on p.user_id = m.user_id
    where m.client_id = client and m.relation in ('spouse', 'owner') and m.rights @> array['see', 'sign']
      and m.last_year is null and (m.ends_at is null or m.ends_at > now())
      and p.email <> '' and nutmeg.has_login(p.user_id)
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

-- Steps of staff that can still be undone (0242): the return before the step, and the mails that tell of it.
create table nutmeg.undoable_steps (
  event_id bigint primary key references public.tax_return_events on delete cascade,
  before jsonb not null,
  mail_ids uuid[] not null,
  taken_at timestamptz not null default now()
);
create index undoable_steps_taken_at_idx on nutmeg.undoable_steps (taken_at);
alter table nutmeg.undoable_steps enable row level security;

drop function nutmeg.note_return_step(public.tax_returns, text, text, text);
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

-- As before, to all readers.
create or replace function public.review_checklist_item(
  client_id uuid, list_year int, list_item text, new_state text, staff_note text default null,
  item_title text default null
) returns public.checklist_items
  language plpgsql security definer set search_path = ''
  as $$
declare
  reviewed public.checklist_items;
begin
  perform nutmeg.require_staff();
  if new_state is null or new_state not in ('open', 'confirmed', 'asked_again') then
    raise exception 'An item can be confirmed, asked for again or open' using errcode = '23514';
  end if;
  insert into public.checklist_items as i (user_id, year, item, title, state, note, updated_by)
  values (
    client_id, list_year, list_item,
    case when list_item like 'asked:%' then coalesce(
      (select o.title from public.checklist_items o
       where o.user_id = client_id and o.year = list_year and o.item = list_item),
      item_title
    ) end,
    new_state,
    nullif(btrim(staff_note), ''), auth.uid()
  )
  on conflict (user_id, year, item) do update set
    state = excluded.state, note = excluded.note, updated_by = excluded.updated_by
  returning * into reviewed;
  if new_state = 'asked_again' and coalesce(reviewed.title, btrim(item_title), '') <> '' then
    perform nutmeg.write_to_client(client_id, 'document_request', jsonb_build_object(
      'items', jsonb_build_array(coalesce(reviewed.title, left(btrim(item_title), 200))), 'note', reviewed.note
    ));
  end if;
  return reviewed;
end
$$;

create or replace function public.request_document(client_id uuid, list_year int, item_title text, staff_note text default null)
  returns public.checklist_items
  language plpgsql security definer set search_path = ''
  as $$
declare
  asked public.checklist_items;
begin
  perform nutmeg.require_staff();
  insert into public.checklist_items (user_id, year, item, title, note, updated_by)
  values (
    client_id, list_year, 'asked:' || replace(gen_random_uuid()::text, '-', ''), btrim(item_title),
    nullif(btrim(staff_note), ''), auth.uid()
  )
  returning * into asked;
  perform nutmeg.write_to_client(client_id, 'document_request', jsonb_build_object(
    'items', jsonb_build_array(asked.title), 'note', asked.note
  ));
  return asked;
end
$$;

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
revoke execute on function nutmeg.ask_for_lines(uuid, int, text[]) from public;

-- The return that a letter is about: the newest one that waits for what the letter asks for.
create function nutmeg.return_of_letter(client uuid, template text) returns uuid
  language sql stable
  as $$
  select r.id from public.tax_returns r
  where r.user_id = client
    and r.status = case template when 'return_ready' then 'ready_for_review' when 'payment_reminder' then 'payment_due' end
  order by r.year desc, r.kind desc limit 1
$$;

drop function public.send_client_letter(uuid, text, text[], text);
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
    raise exception 'Name the documents you need' using errcode = '23514';
  end if;
  if cardinality(list_items) > cardinality(letter_items) or letter_template <> 'document_request' and list_items <> '{}' then
    raise exception 'The letter names other documents' using errcode = '23514';
  end if;
  -- Checked here, since the letter is written out only after staff have read that it was sent.
  if exists (
    select from unnest(letter_items) as i
    where i is null or btrim(i) = '' or char_length(i) > 200
  ) then
    raise exception 'Each document needs a name of 1 to 200 characters' using errcode = '23514';
  end if;
  if letter_template = 'message' and coalesce(btrim(staff_note), '') = '' then
    raise exception 'Write something' using errcode = '23514';
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
revoke execute on function public.send_client_letter(uuid, text, text[], text, int, text[]) from public;
grant execute on function public.send_client_letter(uuid, text, text[], text, int, text[]) to authenticated;

create or replace function nutmeg.write_bulk_letter(client uuid, template text, items text[], note text) returns void
  language plpgsql
  as $$
begin
  insert into public.client_letters (user_id, template, items, note, sent_by, sent_by_name)
  values (client, template, items, nullif(btrim(note), ''), auth.uid(), coalesce(nutmeg.staff_name(auth.uid()), ''));
  perform nutmeg.write_to_client(client, template, jsonb_build_object(
    'items', to_jsonb(items), 'note', nullif(btrim(note), ''), 'return_id', nutmeg.return_of_letter(client, template)
  ));
end
$$;

create or replace function nutmeg.bulk_facts(client_ids uuid[], of_year int default null)
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

revoke execute on function nutmeg.readers_of_client(uuid), nutmeg.write_to_client(uuid, text, jsonb),
  nutmeg.return_of_letter(uuid, text),
  nutmeg.note_return_step(public.tax_returns, text, text, text, boolean, public.tax_returns) from public;
