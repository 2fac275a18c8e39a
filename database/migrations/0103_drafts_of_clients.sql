-- Members who may answer share the draft of a client's form; no one else sees it, staff included.
alter table public.tax_form_drafts drop constraint tax_form_drafts_user_id_fkey,
  add constraint tax_form_drafts_user_id_fkey foreign key (user_id) references public.clients on delete cascade;

alter policy "own draft: all" on public.tax_form_drafts
  using (user_id = any ((select auth.my_clients('answer'))::uuid[]))
  with check (
    user_id = any ((select auth.my_clients('answer'))::uuid[]) and year = (select nutmeg.office_year())
  );
