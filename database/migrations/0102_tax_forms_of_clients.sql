-- Tax forms belong to a client; members read them, and those who may answer submit them.

alter policy "own form, or staff: read" on public.tax_forms using (
    user_id = any ((select auth.my_clients('see'))::uuid[])
    or user_id = any ((select nutmeg.my_past_clients())::uuid[]) and year <= nutmeg.my_last_year(user_id)
    or (select public.is_staff())
  );

alter policy "own form of this year: submit" on public.tax_forms with check (
    user_id = any ((select auth.my_clients('answer'))::uuid[])
    and year = (select nutmeg.office_year()) and nutmeg.form_is_open(user_id, year)
  );
alter policy "own form of this year: submit again" on public.tax_forms
  using (
    user_id = any ((select auth.my_clients('answer'))::uuid[])
    and year = (select nutmeg.office_year()) and nutmeg.form_is_open(user_id, year)
  )
  with check (
    user_id = any ((select auth.my_clients('answer'))::uuid[])
    and year = (select nutmeg.office_year()) and nutmeg.form_is_open(user_id, year)
  );

-- Who may answer for two clients must not give the form of one to the other.
create or replace function nutmeg.stamp_tax_form() returns trigger
  language plpgsql
  as $$
begin
  if auth.role() is not null then
    new.submitted_at := now();
  end if;
  new.updated_at := now();
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    if auth.role() = 'authenticated' and new.user_id <> old.user_id then
      raise exception 'new row violates row-level security policy' using errcode = '42501';
    end if;
  end if;
  return new;
end
$$;
