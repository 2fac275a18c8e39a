-- The returns of today, and from now on (0113_desk_returns). What is written about returns and their preparers waits for these
-- locks, and then finds the rows: a few seconds for 300,000 returns. The triggers of 0113 reach nutmeg.desk_returns too, so it is
-- locked before any return.
lock table nutmeg.desk_returns in share row exclusive mode;

create function nutmeg.note_desk_return() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' and new.user_id = old.user_id then
    update nutmeg.desk_returns d set year = new.year, kind = new.kind, status = new.status, updated_at = new.updated_at
    where d.return_id = new.id;
    return null;
  end if;
  insert into nutmeg.desk_returns (
    return_id, client_id, year, kind, status, updated_at, client_preparer_id, is_archived
  )
  select new.id, new.user_id, new.year, new.kind, new.status, new.updated_at, c.preparer_id, c.is_archived
  from nutmeg.desk_clients c where c.client_id = new.user_id
  -- Who archives or assigns the client at the same time comes before this, or finds the row.
  for share
  on conflict (return_id) do update set
    client_id = excluded.client_id, client_preparer_id = excluded.client_preparer_id, is_archived = excluded.is_archived,
    year = excluded.year, kind = excluded.kind, status = excluded.status, updated_at = excluded.updated_at;
  return null;
end
$$;
-- By its name before tax_returns_followed: who hands work over changes these rows before tasks, too.
create trigger tax_returns_desk after insert or update on public.tax_returns
  for each row execute function nutmeg.note_desk_return();

insert into nutmeg.desk_returns (
  return_id, client_id, year, kind, status, updated_at, own_preparer_id, client_preparer_id, is_archived
)
select r.id, r.user_id, r.year, r.kind, r.status, r.updated_at, a.preparer_id, c.preparer_id, c.is_archived
from public.tax_returns r
join nutmeg.desk_clients c on c.client_id = r.user_id
left join public.return_assignments a on a.return_id = r.id;

alter table nutmeg.desk_returns add foreign key (return_id) references public.tax_returns on delete cascade;
