-- A piece of a resumable upload takes a disk block and some rows, however small it is: 300 requests of one byte cost
-- two megabytes and counted as five kilobytes. Each piece now counts 4 KB more than its bytes.

drop trigger uploads_counted on storage.uploads;
drop trigger uploads_counted_anew on storage.uploads;
drop trigger uploads_counted_out on storage.uploads;

-- Uploads that are unfinished now were counted without their pieces, but will be subtracted with them.
select nutmeg.change_room(array_agg(public.document_owner(u.key)), array_agg(4096 * u.pieces::bigint))
from storage.uploads u where u.bucket_id = 'user-documents' and u.finished_at is null;

create trigger uploads_counted after insert on storage.uploads
  referencing new table as new_rows
  for each statement execute function nutmeg.count_room(
    'public.document_owner(r.key)', 'nutmeg.room_of(r.received + 4096 * r.pieces::bigint, r.tus_metadata)',
    $$r.bucket_id = 'user-documents' and r.finished_at is null$$
  );
create trigger uploads_counted_anew after update on storage.uploads
  referencing old table as old_rows new table as new_rows
  for each statement execute function nutmeg.count_room(
    'public.document_owner(r.key)', 'nutmeg.room_of(r.received + 4096 * r.pieces::bigint, r.tus_metadata)',
    $$r.bucket_id = 'user-documents' and r.finished_at is null$$
  );
create trigger uploads_counted_out after delete on storage.uploads
  referencing old table as old_rows
  for each statement execute function nutmeg.count_room(
    'public.document_owner(r.key)', 'nutmeg.room_of(r.received + 4096 * r.pieces::bigint, r.tus_metadata)',
    $$r.bucket_id = 'user-documents' and r.finished_at is null$$
  );
