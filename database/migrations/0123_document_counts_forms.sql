-- The answers of a form decide what a list has (0123_document_counts).
create trigger tax_forms_outdate_count
  after insert or delete or update of user_id, year, form_data, submitted_at on public.tax_forms
  for each row execute function nutmeg.outdate_document_count();

insert into nutmeg.document_counts (client_id, year) select distinct user_id, year from public.tax_forms
on conflict do nothing;
