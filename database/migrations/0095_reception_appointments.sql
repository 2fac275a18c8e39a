-- The role reception (0094_reception): appointments.
alter policy "staff: read" on public.appointments using ((select public.is_office()));
alter policy "staff: update" on public.appointments
  using ((select public.is_office())) with check ((select public.is_office()));
