-- Clients never delete. But who has just sent the wrong file can take it back, for 10 minutes, as long as no one at the
-- office has opened it. It goes to the trash, as what staff delete. `detail` is the key of a refusal (app/documents/store/take-back.ts).

create function public.take_back_document(document_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  file public.file_uploads;
  mine constant uuid[] := auth.my_clients('upload');
begin
  if auth.uid() is null or nutmeg.owes_second_step() or not exists (
    select from public.file_uploads f where f.id = take_back_document.document_id and f.user_id = any(mine)
  ) then
    raise exception 'The document was not found' using errcode = '42501', detail = 'gone';
  end if;
  perform nutmeg.pace_own_act();
  -- In the order of other changes. Who opens it at the same time comes first, or finds nothing.
  perform from storage.objects o where o.id = take_back_document.document_id for update;
  select * into file from public.file_uploads f
  where f.id = take_back_document.document_id and f.user_id = any(mine) for no key update;
  if not found then
    raise exception 'The document was not found' using errcode = '42501', detail = 'gone';
  end if;
  if not file.by_client or file.uploaded_by is distinct from auth.uid() then
    raise exception 'Someone else has sent this document' using errcode = '42501', detail = 'not_yours';
  end if;
  if file.seen_at is not null or exists (
    -- Whatever they did with it, or what a program of the office has read. A mark as new doesn't undo that.
    select from public.document_events e
    where e.document_id = file.id
      and (e.actor_role in ('admin', 'super') or e.actor_role = 'service' and e.action in ('opened', 'downloaded'))
      and not exists (
        select from public.client_members m where m.client_id = file.user_id and m.user_id = e.actor_id
      )
  ) then
    raise exception 'The office has opened this document' using errcode = '23514', detail = 'opened';
  end if;
  if file.uploaded_at <= now() - interval '10 minutes' then
    raise exception 'The document was sent more than 10 minutes ago' using errcode = '23514', detail = 'too_late';
  end if;
  perform from public.user_profiles p where p.user_id = file.user_id for no key update;
  if exists (select from public.tax_returns r where r.document_id = file.id)
    or exists (select from public.signature_requests r where file.id in (r.document_id, r.sealed_document_id))
    or exists (
      select from public.checklist_documents d join public.checklist_items i on i.id = d.item_id
      where d.document_id = file.id and i.state = 'confirmed'
    ) then
    raise exception 'The office uses this document' using errcode = '23514', detail = 'in_use';
  end if;
  update public.checklist_items i set state = 'open', updated_by = auth.uid()
  where i.state = 'sent'
    and exists (select from public.checklist_documents d where d.item_id = i.id and d.document_id = file.id)
    and not exists (select from public.checklist_documents d where d.item_id = i.id and d.document_id <> file.id);
  delete from storage.objects o where o.id = file.id;
end
$$;
revoke execute on function public.take_back_document(uuid) from public;
grant execute on function public.take_back_document(uuid) to authenticated;
