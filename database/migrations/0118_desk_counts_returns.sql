-- The returns of each year and step whose client isn't archived, counted from now on (0118_desk_counts).
lock table nutmeg.desk_returns in share row exclusive mode;

create function nutmeg.count_return() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into nutmeg.desk_counts (subject, year, step, change)
  select 'returns', r.year, r.step, r.change
  from (
    values (old.year, old.step, old.is_archived, -1), (new.year, new.step, new.is_archived, 1)
  ) as r (year, step, is_archived, change)
  where not r.is_archived;
  return null;
end
$$;
create trigger desk_returns_counted after insert or delete on nutmeg.desk_returns
  for each row execute function nutmeg.count_return();
create trigger desk_returns_recounted after update on nutmeg.desk_returns
  for each row when ((old.year, old.step, old.is_archived) is distinct from (new.year, new.step, new.is_archived))
  execute function nutmeg.count_return();

insert into nutmeg.desk_counts (subject, year, step, change)
select subject, year, step, total from nutmeg.desk_totals() where subject = 'returns';
