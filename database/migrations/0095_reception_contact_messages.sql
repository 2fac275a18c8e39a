-- The role reception (0094_reception): messages from the contact page.
alter policy "staff: read" on public.contact_submissions using ((select public.is_office()));
alter policy "staff: update" on public.contact_submissions
  using ((select public.is_office())) with check ((select public.is_office()));
