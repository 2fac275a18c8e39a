-- Whose return of a year has which status, without reading the returns.
create index tax_returns_year_idx on public.tax_returns (year, user_id, status);
