-- Whose return of a year has which status, without reading the returns; and the returns that someone has to go on with,
-- oldest first.
create index tax_returns_year_idx on public.tax_returns (year, user_id, status);
create index tax_returns_open_idx on public.tax_returns (updated_at)
  where status in (
    'not_started', 'documents_received', 'in_preparation', 'waiting_for_documents', 'ready_for_review', 'approved', 'payment_due',
    'rejected'
  );
