-- Who listens at /realtime/v1 hears of changes through NOTIFY, so that every server hears them, whoever wrote.
-- A notification names rows and shows none: each server reads them again as each listener, under the policies.
--
-- A table joins by three triggers. Its primary key must be a single column "id"; the argument names the column
-- that holds the id of the person whose row it is, and is left out where there is none (then nobody
-- but staff hears that a row is gone).
--
--   create trigger tell_inserted after insert on public.NAME referencing new table as changed
--     for each statement execute function nutmeg.tell_changes('user_id');
--   create trigger tell_updated after update on public.NAME referencing old table as former new table as changed
--     for each statement execute function nutmeg.tell_changes('user_id');
--   create trigger tell_deleted after delete on public.NAME referencing old table as changed
--     for each statement execute function nutmeg.tell_changes('user_id');

-- Statements, not rows: a folder of 5,000 files that gets another name is 50 notifications. A payload must stay
-- below 8,000 bytes; a hundred ids and the longest names do.
create function nutmeg.tell_changes() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  owner text := case when tg_nargs > 0 then format('c.%I::text', tg_argv[0]) else 'null::text' end;
  changes text := format('select %L as type, c.id::text as id, %s as owner from changed c', tg_op, owner);
  told text;
begin
  -- A row that went from one person to another has left the first one's sight.
  if tg_op = 'UPDATE' and tg_nargs > 0 then
    changes := changes || format(
      ' union all select %L, c.id::text, %s from former c join changed n using (id) where c.%I is distinct from n.%I',
      'LEFT', owner, tg_argv[0], tg_argv[0]
    );
  end if;
  for told in execute format(
    $sql$
      select jsonb_build_object(
        'schema', $1, 'table', $2, 'type', type, 'owner', owner, 'at', clock_timestamp(), 'ids', jsonb_agg(id)
      )::text
      from (
        select type, owner, id, (row_number() over (partition by type, owner) - 1) / 100 as part from (%s) c
      ) p
      group by type, owner, part
    $sql$,
    changes
  ) using tg_table_schema, tg_table_name
  loop
    perform pg_notify('nutmeg_changes', told);
  end loop;
  return null;
end
$$;

-- Whether the listener, whose claims are set, may hear that a row of this person is gone. Policies can't be asked
-- about a row that is no more, so this says what they say: the own ones, staff all, and the second step first.
create function nutmeg.may_hear_deletion(owner uuid) returns boolean
  language sql stable
  as $$
  select not nutmeg.owes_second_step() and (coalesce(owner = auth.uid(), false) or public.is_staff())
$$;

create trigger tell_inserted after insert on public.file_uploads referencing new table as changed
  for each statement execute function nutmeg.tell_changes('user_id');
create trigger tell_updated after update on public.file_uploads
  referencing old table as former new table as changed
  for each statement execute function nutmeg.tell_changes('user_id');
create trigger tell_deleted after delete on public.file_uploads referencing old table as changed
  for each statement execute function nutmeg.tell_changes('user_id');
