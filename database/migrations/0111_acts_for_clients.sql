-- What a client does with the checklist and the returns, members do with the right for it.

create or replace function public.approve_return(return_id uuid, signature text, seen_sha256 text) returns public.tax_returns
  language plpgsql security definer set search_path = ''
  as $$
declare
  before public.tax_returns;
  after public.tax_returns;
  typed text := btrim(signature);
begin
  select * into before from public.tax_returns r
  where r.id = return_id and r.user_id = any (auth.my_clients('sign')) and not nutmeg.owes_second_step() for update;
  if not found then
    raise exception 'No such return of yours' using errcode = '42501';
  end if;
  if before.status <> 'ready_for_review' then
    raise exception 'This return is not ready for review' using errcode = '23514';
  end if;
  if typed is null or char_length(typed) > 200 or typed !~ '[[:alpha:]].*[[:alpha:]]' then
    raise exception 'Please type your name' using errcode = '23514';
  end if;
  if seen_sha256 is distinct from before.document_sha256
    or before.document_sha256 is distinct from nutmeg.current_sha256(before.document_id, before.user_id) then
    raise exception 'The file has changed since you opened it. Please read it again.' using errcode = '23514';
  end if;
  update public.tax_returns r set status = 'approved', approved_at = now(), approved_name = typed,
    approved_address = nullif(current_setting('request.address', true), '')::inet,
    approved_sha256 = before.document_sha256
  where r.id = before.id returning * into after;
  perform nutmeg.note_return_step(after, before.status, 'client', null);
  if nutmeg.staff_inbox() is not null then
    perform nutmeg.write_letter(nutmeg.staff_inbox(), 'return_approved', jsonb_build_object(
      'client_id', p.user_id, 'client_name', concat_ws(' ', p.first_name, p.last_name), 'year', after.year
    )) from public.user_profiles p where p.user_id = after.user_id;
  end if;
  return after;
end
$$;

drop function public.answer_checklist_item(int, text, text, uuid[], text);
create function public.answer_checklist_item(
  list_year int, list_item text, new_state text, document_ids uuid[] default '{}', why text default null,
  client_id uuid default auth.uid()
) returns public.checklist_items
  language plpgsql security definer set search_path = ''
  as $$
declare
  answered public.checklist_items;
  owner constant uuid := answer_checklist_item.client_id;
  wanted uuid[] := (select coalesce(array_agg(distinct d), '{}') from unnest(document_ids) as d);
begin
  if auth.uid() is null or nutmeg.owes_second_step() then
    raise exception 'Please sign in' using errcode = '42501';
  end if;
  if not coalesce(owner = any (auth.my_clients('answer')), false) then
    raise exception 'You can’t answer for this client' using errcode = '42501';
  end if;
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
revoke execute on function public.answer_checklist_item(int, text, text, uuid[], text, uuid) from public;
grant execute on function public.answer_checklist_item(int, text, text, uuid[], text, uuid) to authenticated;
