-- The forms of each year, counted from now on (0118_desk_counts).
lock table public.tax_forms in share row exclusive mode;

create function nutmeg.count_form() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into nutmeg.desk_counts (subject, year, change)
  select 'forms', r.year, r.change
  from (values (old.year, -1), (new.year, 1)) as r (year, change)
  where r.year is not null;
  return null;
end
$$;
create trigger tax_forms_counted after insert or delete on public.tax_forms
  for each row execute function nutmeg.count_form();
create trigger tax_forms_recounted after update on public.tax_forms
  for each row when (old.year <> new.year) execute function nutmeg.count_form();

insert into nutmeg.desk_counts (subject, year, change)
select subject, year, total from nutmeg.desk_totals() where subject = 'forms';
