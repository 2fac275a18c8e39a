-- The queues and the calendar of an office that keeps its past appointments: those that wait, the latest that are settled,
-- and those of a week. What is over has an end, too; the start alone would find every appointment before that week.
create index appointments_status_idx on public.appointments (status, preferred_date);
create index appointments_updated_at_idx on public.appointments (updated_at desc);
create index appointments_ends_at_idx on public.appointments (ends_at) where ends_at is not null;
