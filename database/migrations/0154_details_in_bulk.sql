-- As before, but not for each client of a bulk job: the job writes one entry for each (0153).
create or replace function nutmeg.record_client_details() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  changed jsonb;
begin
  if 'on' in (
    current_setting('nutmeg.importing_clients', true), current_setting('nutmeg.handing_over', true),
    current_setting('nutmeg.in_bulk', true)
  ) then
    return null;
  end if;
  changed := (
    select coalesce(jsonb_agg(after.key order by after.key), '[]')
    from jsonb_each(to_jsonb(new)) as after
    where after.key not in ('client_id', 'created_at', 'updated_at')
      and after.value is distinct from before -> after.key
      and not (tg_op = 'INSERT' and after.value in ('null', '[]'))
  );
  if changed <> '[]' then
    perform nutmeg.record_act('client.details_saved', new.client_id, jsonb_build_object('changed', changed));
  end if;
  return null;
end
$$;
