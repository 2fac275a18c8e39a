-- Search over everything finds an internal note by a part of its text.

create index client_notes_search_idx on public.client_notes
  using gin (nutmeg.searched(body) extensions.gin_trgm_ops);
