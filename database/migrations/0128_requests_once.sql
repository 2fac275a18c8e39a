-- The answer to a request for a document may be lost. A second try mails no one.

-- As in 0028. A second try names the line by the same id, and gets what is there.
drop function public.request_document(uuid, integer, text, text);
CREATE OR REPLACE FUNCTION public.request_document(client_id uuid, list_year integer, item_title text, staff_note text DEFAULT NULL::text, item_id uuid DEFAULT NULL::uuid)
 RETURNS public.checklist_items
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  line constant text := 'asked:' || replace(coalesce(item_id, gen_random_uuid())::text, '-', '');
  asked public.checklist_items;
begin
  perform nutmeg.require_staff();
  insert into public.checklist_items (user_id, year, item, title, note, updated_by)
  values (client_id, list_year, line, btrim(item_title), nullif(btrim(staff_note), ''), auth.uid())
  on conflict (user_id, year, item) do nothing
  returning * into asked;
  if not found then
    select * into asked from public.checklist_items i where i.user_id = client_id and i.year = list_year and i.item = line;
    return asked;
  end if;
  perform nutmeg.write_to_client(client_id, 'document_request', jsonb_build_object(
    'items', jsonb_build_array(asked.title), 'note', asked.note
  ));
  return asked;
end
$function$;
grant execute on function public.request_document(uuid,integer,text,text,uuid) to authenticated;

-- As in 0028. What changes nothing within ten minutes is a second try.
CREATE OR REPLACE FUNCTION public.review_checklist_item(client_id uuid, list_year integer, list_item text, new_state text, staff_note text DEFAULT NULL::text, item_title text DEFAULT NULL::text)
 RETURNS public.checklist_items
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    where (i.state, i.note) is distinct from (excluded.state, excluded.note) or i.updated_at < now() - interval '10 minutes'
  returning * into reviewed;
  if not found then
    select * into reviewed from public.checklist_items i
    where i.user_id = client_id and i.year = list_year and i.item = list_item;
  elsif new_state = 'asked_again' and coalesce(reviewed.title, btrim(item_title), '') <> '' then
    perform nutmeg.write_to_client(client_id, 'document_request', jsonb_build_object(
      'items', jsonb_build_array(coalesce(reviewed.title, left(btrim(item_title), 200))), 'note', reviewed.note
    ));
  end if;
  return reviewed;
end
$function$;
