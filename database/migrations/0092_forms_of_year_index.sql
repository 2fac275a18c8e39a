-- Who has sent the form of a year, without reading the forms.
create index tax_forms_year_user_idx on public.tax_forms (year, user_id);
