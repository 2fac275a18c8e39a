-- Members who may answer share the draft of a client's form; no one else sees it, staff included.

alter policy "own draft: all" on public.tax_form_drafts
  using (user_id = any ((select auth.my_clients('answer'))::uuid[]))
  with check (
    user_id = any ((select auth.my_clients('answer'))::uuid[]) and year = (select nutmeg.office_year())
  );

-- Who may answer for two clients must not give the draft of one to the other.
create or replace function nutmeg.refuse_stale_draft() returns trigger
  language plpgsql
  as $$
declare
  expected int := 1;
begin
  if tg_op = 'UPDATE' then
    expected := old.version + 1;
    new.updated_at := now();
    new.created_at := old.created_at;
    if new.user_id <> old.user_id then
      raise exception 'new row violates row-level security policy' using errcode = '42501';
    end if;
  end if;
  if new.version <> expected then
    raise exception 'The draft was changed elsewhere' using errcode = 'PT409';
  end if;
  return new;
end
$$;
