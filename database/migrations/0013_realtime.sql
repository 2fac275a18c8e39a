-- Listeners at /realtime/v1 are notified of changes through NOTIFY, which reaches all servers.
-- A notification names rows and shows none: each server reads them again as each listener, under the policies.
--
-- A table joins by three triggers. Its primary key must be a single column "id"; the argument names the column
-- that holds the id of the row's owner. Without an owner column, only staff are notified of deletions.
--
--   create trigger notify_inserted after insert on public.NAME referencing new table as changed
--     for each statement execute function nutmeg.notify_changes('user_id');
--   create trigger notify_updated after update on public.NAME referencing old table as former new table as changed
--     for each statement execute function nutmeg.notify_changes('user_id');
--   create trigger notify_deleted after delete on public.NAME referencing old table as changed
--     for each statement execute function nutmeg.notify_changes('user_id');

create function nutmeg.change_payload(schema text, table_name text, type text, owner text, ids text[]) returns text
  language sql volatile
  as $$
  select jsonb_build_object(
    'schema', schema, 'table', table_name, 'type', type, 'owner', owner, 'at', clock_timestamp(), 'ids', ids
  )::text
$$;

-- Statements, not rows: a folder of 5,000 files that gets another name is 50 notifications. A payload must stay
-- below 8,000 bytes; a hundred ids and the longest names do.
create function nutmeg.notify_changes() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  owner_column text := case when tg_nargs > 0 then tg_argv[0] end;
  told text;
begin
  -- Static SQL, so that PostgreSQL keeps the plan: this runs at every write.
  for told in
    select nutmeg.change_payload(tg_table_schema, tg_table_name, tg_op, c.owner, array_agg(c.id))
    from (
      select to_jsonb(r) ->> 'id' as id, to_jsonb(r) ->> owner_column as owner,
        (row_number() over (partition by to_jsonb(r) ->> owner_column) - 1) / 100 as part
      from changed r
    ) c
    group by c.owner, c.part
  loop
    perform pg_notify('nutmeg_changes', told);
  end loop;
  -- For its former owner, a row with a new owner is gone.
  if tg_op = 'UPDATE' and owner_column is not null then
    for told in
      select nutmeg.change_payload(tg_table_schema, tg_table_name, 'LEFT', c.owner, array_agg(c.id))
      from (
        select l.id, l.owner, (row_number() over (partition by l.owner) - 1) / 100 as part
        from (
          -- Not a join: the kept plan, made for one row, would compare each of 5,000 with each.
          select to_jsonb(r) ->> 'id' as id, to_jsonb(r) ->> owner_column as owner from former r
          except
          select to_jsonb(r) ->> 'id', to_jsonb(r) ->> owner_column from changed r
        ) l
      ) c
      group by c.owner, c.part
    loop
      perform pg_notify('nutmeg_changes', told);
    end loop;
  end if;
  return null;
end
$$;
