-- The newest documents of a client: /account and the list of all files read them first.
create index file_uploads_newest_idx on public.file_uploads (user_id, uploaded_at);
