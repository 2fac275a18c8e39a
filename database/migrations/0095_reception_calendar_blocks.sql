-- The role reception (0094_reception): times that the calendar keeps free.
alter policy "staff: read" on public.calendar_blocks using ((select public.is_office()));
alter policy "staff: insert" on public.calendar_blocks with check ((select public.is_office()));
alter policy "staff: delete" on public.calendar_blocks using ((select public.is_office()));
