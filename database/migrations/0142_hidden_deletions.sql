-- Owners hear that a row is gone only if they could see it.

-- Whether the owner could see this row. Policies can't be applied to a row that is gone, so this repeats what they ask of
-- it. Each table whose triggers for realtime name an owner has a line.
create function nutmeg.owner_saw(table_name text, gone jsonb) returns boolean
  language sql immutable
  as $$
  select case table_name
    when 'checklist_items' then true
    when 'file_uploads' then true
    when 'invoices' then gone ->> 'issued_at' is not null
    when 'signature_requests' then true
    -- Only the person who was asked sees it, not all who see the client.
    when 'tax_consents' then false
    when 'tax_returns' then true
    when 'thread_messages' then not (gone ->> 'staff_only')::boolean
    when 'thread_reads' then true
    when 'used_documents' then false
    else false
  end
$$;

drop function nutmeg.change_payload(text, text, text, text, text[]);

-- `hidden`: the owner could not see the rows, which are gone.
create function nutmeg.change_payload(
  schema text, table_name text, type text, owner text, hidden boolean, ids text[]
) returns text
  language sql volatile
  as $$
  select jsonb_build_object(
    'schema', schema, 'table', table_name, 'type', type, 'owner', owner, 'hidden', hidden, 'at', clock_timestamp(), 'ids', ids
  )::text
$$;

-- Statements, not rows: a folder of 5,000 files that gets another name is 50 notifications. A payload must stay
-- below 8,000 bytes; a hundred ids and the longest names do.
create or replace function nutmeg.notify_changes() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  owner_column text := case when tg_nargs > 0 then tg_argv[0] end;
  told text;
begin
  -- Static SQL, so that PostgreSQL keeps the plan: this runs at every write.
  for told in
    select nutmeg.change_payload(tg_table_schema, tg_table_name, tg_op, p.owner, p.hidden, array_agg(p.id))
    from (
      select c.id, c.owner, c.hidden, (row_number() over (partition by c.owner, c.hidden) - 1) / 100 as part
      from (
        select to_jsonb(r) ->> 'id' as id, to_jsonb(r) ->> owner_column as owner,
          tg_op = 'DELETE' and not nutmeg.owner_saw(tg_table_name, to_jsonb(r)) as hidden
        from changed r
      ) c
    ) p
    group by p.owner, p.hidden, p.part
  loop
    perform pg_notify('nutmeg_changes', told);
  end loop;
  -- For its former owner, a row with a new owner is gone.
  if tg_op = 'UPDATE' and owner_column is not null then
    for told in
      select nutmeg.change_payload(tg_table_schema, tg_table_name, 'LEFT', p.owner, p.hidden, array_agg(p.id))
      from (
        select l.id, l.owner, l.hidden, (row_number() over (partition by l.owner, l.hidden) - 1) / 100 as part
        from (
          -- Not a join: the kept plan, made for one row, would compare each of 5,000 with each.
          select v.id, v.owner, bool_or(v.hidden) as hidden
          from (
            select to_jsonb(r) ->> 'id' as id, to_jsonb(r) ->> owner_column as owner,
              not nutmeg.owner_saw(tg_table_name, to_jsonb(r)) as hidden, true as is_former
            from former r
            union all
            select to_jsonb(r) ->> 'id', to_jsonb(r) ->> owner_column, false, false from changed r
          ) v
          group by v.id, v.owner
          having bool_and(v.is_former)
        ) l
      ) p
      group by p.owner, p.hidden, p.part
    loop
      perform pg_notify('nutmeg_changes', told);
    end loop;
  end if;
  return null;
end
$$;
