-- Search over everything finds a document by a part of its name.
create index file_uploads_search_idx on public.file_uploads
  using gin (nutmeg.searched(file_name) extensions.gin_trgm_ops);
