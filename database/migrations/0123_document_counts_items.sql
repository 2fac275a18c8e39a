-- What the office asked for, and what the client answered, changes a list (0123_document_counts).
create trigger checklist_items_outdate_count
  after insert or delete or update of user_id, year, title, state on public.checklist_items
  for each row execute function nutmeg.outdate_document_count();

insert into nutmeg.document_counts (client_id, year) select distinct user_id, year from public.checklist_items
on conflict do nothing;
