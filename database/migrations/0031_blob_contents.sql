-- The type of a blob, as detected from its first and last bytes (domain/document-types.ts). It decides how an object is
-- served, whatever type was claimed for it. It belongs to the bytes, so copies and moves can't change it. Null: stored
-- before this column existed, or in another way; it is detected when the object is first requested.
alter table storage.blobs add column content text;

-- The same rule by which the app hides them: any name that begins like a folder mark is one.
create or replace function nutmeg.is_folder_mark(key text) returns boolean
  language sql immutable
  as $$ select storage.filename(key) ~ '^\.(placeholder|emptyFolderPlaceholder)' $$;

-- A mark is hidden in every list, so it must be empty, whether it is uploaded, copied, or moved there.
create function nutmeg.refuse_full_marks() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- One that had content before it was deleted may come back.
  if current_setting('nutmeg.restoring', true) is distinct from 'on' and exists (
    select from new_rows n join storage.blobs b on b.id = n.blob_id
    where nutmeg.is_folder_mark(n.name) and b.size > 0
  ) then
    raise exception 'the mark of a folder is empty' using errcode = '42501';
  end if;
  return null;
end
$$;
create function nutmeg.refuse_changed_full_marks() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- One that had content before may still move with its folder.
  if exists (
    select from new_rows n where nutmeg.is_folder_mark(n.name)
  ) and exists (
    select n.id, n.blob_id from new_rows n join storage.blobs b on b.id = n.blob_id
    where nutmeg.is_folder_mark(n.name) and b.size > 0
    except
    select o.id, o.blob_id from old_rows o where nutmeg.is_folder_mark(o.name)
  ) then
    raise exception 'the mark of a folder is empty' using errcode = '42501';
  end if;
  return null;
end
$$;
create trigger document_2_mark_is_empty after insert on storage.objects
  referencing new table as new_rows
  for each statement execute function nutmeg.refuse_full_marks();
create trigger document_2_mark_stays_empty after update on storage.objects
  referencing old table as old_rows new table as new_rows
  for each statement execute function nutmeg.refuse_changed_full_marks();
