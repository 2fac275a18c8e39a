-- The clients with each tag that aren't archived, counted from now on (0118_desk_counts).
lock table public.client_details in share row exclusive mode;

create function nutmeg.count_tags() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into nutmeg.desk_counts (subject, hash, change)
  select 'tags', hashtextextended(r.tag, 0), sum(r.change)
  from (
    select distinct tag, -1 as change from unnest(old.tags) as tag where old.archived_at is null
    union all
    select distinct tag, 1 from unnest(new.tags) as tag where new.archived_at is null
  ) as r
  group by r.tag
  having sum(r.change) <> 0;
  return null;
end
$$;
create trigger client_details_counted after insert or delete on public.client_details
  for each row execute function nutmeg.count_tags();
create trigger client_details_recounted after update on public.client_details
  for each row when ((old.tags, old.archived_at) is distinct from (new.tags, new.archived_at))
  execute function nutmeg.count_tags();

insert into nutmeg.desk_counts (subject, hash, change)
select subject, hash, total from nutmeg.desk_totals() where subject = 'tags';
