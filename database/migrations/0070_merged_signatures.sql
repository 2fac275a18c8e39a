-- Documents to sign move with a merge (client_merges) and back, and the preview counts all that moves. The events keep their chain: it
-- names the request and the signers, not the client.

create function nutmeg.give_signature_requests(requests uuid[], taker uuid) returns void
  language sql
  as $$
  update public.signature_requests r set client_id = taker where r.id = any (requests);
  update public.signature_fields f set client_id = taker where f.request_id = any (requests);
  update public.signing_consents c set client_id = taker from public.signers s
  where s.id = c.signer_id and s.request_id = any (requests);
  update public.signers s set client_id = taker where s.request_id = any (requests);
$$;

create function nutmeg.move_signatures_of_merge() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  requests uuid[];
begin
  -- Waits for an act of a signer, which locks the request.
  requests := array(
    select r.id from public.signature_requests r where r.client_id = new.source_id order by r.id for update
  );
  insert into nutmeg.merged_rows (merge_id, kind, row_id) select new.id, 'signature_request', r from unnest(requests) as r;
  perform nutmeg.give_signature_requests(requests, new.target_id);
  return null;
end
$$;

create trigger client_merges_signatures_moved after insert on public.client_merges
  for each row execute function nutmeg.move_signatures_of_merge();

create function nutmeg.return_signatures_of_merge() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.give_signature_requests(
    array(
      select r.id from public.signature_requests r
      join nutmeg.merged_rows m on m.merge_id = new.id and m.kind = 'signature_request' and m.row_id = r.id
      where r.client_id = new.target_id order by r.id for update of r
    ),
    new.source_id
  );
  return null;
end
$$;

create trigger client_merges_signatures_returned after update of undone_at on public.client_merges
  for each row when (old.undone_at is null and new.undone_at is not null)
  execute function nutmeg.return_signatures_of_merge();

-- Not if the target has a number, or other last digits: then it stays with the source, where staff read it.
create function nutmeg.tax_numbers_to_merge(source uuid, target uuid) returns table (id uuid)
  language sql stable
  as $$
  select n.id from public.client_tax_numbers n
  where n.user_id = source
    and not exists (select from public.client_tax_numbers t where t.user_id = target)
    and not exists (
      select from public.client_details d
      where d.client_id = target and d.tax_id_last4 is not null
        and d.tax_id_last4 is distinct from right(n.tax_number, 4)
    )
$$;
