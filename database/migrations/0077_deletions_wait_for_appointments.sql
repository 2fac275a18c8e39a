-- A client who has an appointment ahead isn't deleted: it would be gone from the calendar, and no one would tell the client.
-- Staff cancel it first, which mails.

create or replace function nutmeg.deletion_problems(client uuid) returns text[]
  language sql stable
  as $$
  select array_remove(array[
    case when not exists (select from public.clients c where c.id = client) then 'no_client' end,
    case when exists (
      select from public.user_profiles p where p.user_id = any (nutmeg.with_merged(client)) and p.role <> 'client'
    ) then 'staff' end,
    case when exists (
      select from public.client_details d where d.client_id = client and d.archived_into is not null
    ) then 'archived' end,
    -- Staff move signed files between clients (signature_requests).
    case when exists (
      select from public.file_uploads f
      where f.user_id = any (nutmeg.with_merged(client)) and (
        exists (
          select from public.tax_returns r
          where r.document_id = f.id and r.user_id <> all (nutmeg.with_merged(client))
        ) or exists (
          select from public.signature_requests q
          where f.id in (q.document_id, q.sealed_document_id) and q.client_id <> all (nutmeg.with_merged(client))
        )
      )
    ) then 'foreign_file' end,
    case when exists (
      select from public.appointments a
      where a.id in (select nutmeg.appointments_to_delete(nutmeg.with_merged(client)))
        and a.starts_at > now() and a.status <> 'cancelled'
    ) then 'appointment' end,
    case when exists (select from nutmeg.client_deletions d where d.client_id = client) then 'requested' end
  ], null)
$$;
