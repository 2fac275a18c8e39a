-- The sum of a client is locked from here to the commit, so its other uploads wait that long. nutmeg.track_quota builds its
-- statement anew each time, which took most of the count; this one keeps its plan. It can't come last in the transaction:
-- the last step of a resumable upload takes the sum first, and two orders would deadlock.
create function nutmeg.count_new_documents() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.add_to_quota(
    array_agg(public.document_owner(n.name)), array_agg(nutmeg.stored_bytes(n.metadata, n.user_metadata))
  )
  from new_rows n where n.bucket_id = 'user-documents';
  return null;
end
$$;

drop trigger document_3_counted on storage.objects;
create trigger document_3_counted after insert on storage.objects
  referencing new table as new_rows
  for each statement execute function nutmeg.count_new_documents();
