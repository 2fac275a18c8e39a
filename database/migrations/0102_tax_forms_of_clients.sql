-- Tax forms belong to a client; members read them, and those who may answer submit them.
alter table public.tax_forms drop constraint tax_forms_user_id_fkey,
  add constraint tax_forms_user_id_fkey foreign key (user_id) references public.clients on delete cascade;

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
