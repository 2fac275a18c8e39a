-- A visitor wishes a day, not 'infinity': the staff's queue groups appointments by day and could not show it.

update public.appointments set preferred_date = null
where preferred_date not between date '2000-01-01' and date '2200-12-31';
alter table public.appointments add constraint appointments_preferred_date_check
  check (preferred_date between '2000-01-01' and '2200-12-31');
