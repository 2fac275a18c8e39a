-- Who has new files: only the recent ones are read, instead of every file that was never downloaded.
create index file_uploads_new_idx on public.file_uploads (uploaded_at) include (user_id, uploaded_by)
  where download_count = 0 and uploaded_by = user_id;
