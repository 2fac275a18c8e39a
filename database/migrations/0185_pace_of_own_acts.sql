-- What a client can repeat as fast as they like must not fill the database. Each of these acts writes a line into the log,
-- which only grows; a checklist answer names its files.

-- Takes one of a client's acts of this hour. For staff there is no such limit.
create function nutmeg.pace_own_act()
  returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  if auth.uid() is null or public.is_staff() then
    return;
  end if;
  if nutmeg.take_drop(sha256(convert_to('nutmeg.own_acts ' || auth.uid(), 'UTF8')), 600, 3600) > 0 then
    raise exception 'You’ve reached the limit for this hour. Please try again later.' using errcode = 'PT429';
  end if;
end
$$;
revoke execute on function nutmeg.pace_own_act() from public;

create or replace function public.agree_to_texts(wording text)
  returns void
  language plpgsql
  security definer
  set search_path = ''
  as $$
begin
  if auth.uid() is null or nutmeg.owes_second_step() then
    raise exception 'Only a person who is logged in can agree' using errcode = '42501';
  end if;
  perform nutmeg.pace_own_act();
  perform nutmeg.add_consent(auth.uid(), wording, 'account', null, null);
end
$$;

create or replace function public.pause_reminders(client_id uuid, how text)
  returns void
  language plpgsql
  security definer
  set search_path = ''
  as $$
begin
  if nutmeg.owes_second_step() or not pause_reminders.client_id = any (auth.my_clients('see')) then
    raise exception 'Not one of your clients' using errcode = '42501';
  end if;
  perform nutmeg.pace_own_act();
  perform nutmeg.pause_reminders(pause_reminders.client_id, pause_reminders.how);
end
$$;

create or replace function nutmeg.receive_tax_form()
  returns trigger
  language plpgsql
  security definer
  set search_path = ''
  as $$
declare
  announced boolean;
begin
  if nutmeg.is_merging() then
    return null;
  end if;
  -- The form's foreign key has waited for any merge under way, so this reads its outcome.
  perform nutmeg.refuse_merged(new.user_id);
  perform nutmeg.pace_own_act();
  announced := exists (
    select from public.audit_log l
    where l.subject_id = new.user_id and l.action = 'tax_form.submitted' and l.at > now() - interval '10 minutes'
  );
  insert into public.audit_log (actor_id, action, subject_id, details, address)
  values (
    auth.uid(), 'tax_form.submitted', new.user_id,
    jsonb_build_object('form', new.id, 'year', new.year, 'again', tg_op = 'UPDATE'),
    nullif(current_setting('request.address', true), '')::inet
  );
  delete from public.tax_form_drafts where user_id = new.user_id and year = new.year;
  if auth.role() is not null and nutmeg.staff_inbox() is not null and not announced then
    perform nutmeg.write_letter(nutmeg.staff_inbox(), 'tax_form_received', jsonb_build_object(
      'client_id', new.user_id, 'client_name', btrim(p.first_name || ' ' || p.last_name), 'year', new.year
    ))
    from public.user_profiles p where p.user_id = new.user_id;
  end if;
  if auth.role() is not null then
    perform nutmeg.open_rule_task('form_received', new.user_id, new.year, null, again => false);
    perform nutmeg.check_list(new.user_id, new.year);
  end if;
  return null;
end
$$;

create or replace function public.answer_checklist_item(
  list_year integer,
  list_item text,
  new_state text,
  document_ids uuid[] default '{}',
  why text default null,
  client_id uuid default auth.uid()
)
  returns public.checklist_items
  language plpgsql
  security definer
  set search_path = ''
  as $$
declare
  answered public.checklist_items;
  owner constant uuid := answer_checklist_item.client_id;
  wanted uuid[];
begin
  if auth.uid() is null or nutmeg.owes_second_step() then
    raise exception 'Please sign in' using errcode = '42501';
  end if;
  if not coalesce(owner = any (auth.my_clients('answer')), false) then
    raise exception 'You can’t answer for this client' using errcode = '42501';
  end if;
  if cardinality(document_ids) > 200 then
    raise exception 'Choose at most 200 files' using errcode = '23514';
  end if;
  wanted := (select coalesce(array_agg(distinct d), '{}') from unnest(document_ids) as d);
  if new_state is null or new_state not in ('open', 'sent', 'not_available') then
    raise exception 'An item can be sent, not available or open' using errcode = '23514';
  end if;
  if new_state = 'sent' and cardinality(wanted) = 0 then
    raise exception 'Choose at least one file' using errcode = '23514';
  end if;
  if new_state = 'not_available' and coalesce(btrim(why), '') = '' then
    raise exception 'Please tell us why you don’t have it' using errcode = '23514';
  end if;
  if (select count(*) from public.file_uploads f where f.id = any(wanted) and f.user_id = owner)
    <> cardinality(wanted) then
    raise exception 'A file was not found' using errcode = '42501';
  end if;
  -- Only staff add requests; the client's answer updates the row.
  if list_item like 'asked:%' and not exists (
    select from public.checklist_items i where i.user_id = owner and i.year = list_year and i.item = list_item
  ) then
    raise exception 'No one has asked for this document' using errcode = '23514';
  end if;
  -- No real list is this long; a client must not fill the database with answers to things that were not asked for.
  if (select count(*) from public.checklist_items i where i.user_id = owner) >= 2000
    and not exists (
      select from public.checklist_items i where i.user_id = owner and i.year = list_year and i.item = list_item
    ) then
    raise exception 'Your list is full. Please call us.' using errcode = '23514';
  end if;
  insert into public.checklist_items as i (user_id, year, item, title, state, reason, updated_by)
  values (
    owner, list_year, list_item,
    (select o.title from public.checklist_items o
     where o.user_id = owner and o.year = list_year and o.item = list_item),
    new_state, case when new_state = 'not_available' then btrim(why) end, auth.uid()
  )
  on conflict (user_id, year, item) do update set
    state = excluded.state, reason = excluded.reason, updated_by = excluded.updated_by
    -- A confirmed item can't be changed.
    where i.state <> 'confirmed'
  returning * into answered;
  if not found then
    raise exception 'Our office has already confirmed this' using errcode = '23514';
  end if;
  delete from public.checklist_documents d where d.item_id = answered.id and d.document_id <> all(wanted);
  insert into public.checklist_documents (item_id, document_id, user_id)
  select answered.id, d, answered.user_id from unnest(wanted) as d
  on conflict do nothing;
  return answered;
end
$$;
