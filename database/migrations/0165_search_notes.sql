-- Search over everything finds an internal note by a part of its text.

-- Who writes a row computes its place in the index. Visitors, who write messages, may not execute public.folded.
alter function nutmeg.searched(text) security definer set search_path = '';
grant execute on function nutmeg.searched(text) to anon, authenticated, service_role;

create index client_notes_search_idx on public.client_notes
  using gin (nutmeg.searched(body) extensions.gin_trgm_ops);
