-- The answer to a new task, date, note, or blocked time may be lost. A second try has the same id, and changes nothing.
grant insert (id) on public.tasks to authenticated;
grant insert (id) on public.client_dates to authenticated;
grant insert (id) on public.client_notes to authenticated;
grant insert (id) on public.calendar_blocks to authenticated;
