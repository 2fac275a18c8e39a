-- As in 0055, and of signatures and fees that are open.
create or replace function nutmeg.find_reminder_rounds() returns void
  language sql security definer set search_path = ''
  as $$
  insert into nutmeg.reminder_rounds (client_id)
  select o.client_id
  from (
    select i.user_id as client_id from public.checklist_items i
    where (i.state = 'asked_again' or (i.title is not null and i.state = 'open'))
      and i.updated_at > now() - interval '50 days'
    union
    select d.user_id from public.tax_form_drafts d
    where d.year = nutmeg.office_year() and d.updated_at > now() - interval '50 days'
    union
    select r.user_id from public.tax_returns r
    where r.status in ('ready_for_review', 'payment_due') and r.updated_at > now() - interval '50 days'
    union
    select q.client_id from public.open_questions() q where q.asked_at > now() - interval '50 days'
    union
    select q.client_id from public.signature_requests q
    where q.status in ('sent', 'partly_signed') and q.created_at > now() - interval '50 days'
    union
    select i.client_id from public.invoices i
    where i.status in ('open', 'partly_paid') and nutmeg.next_due(i) between nutmeg.office_day() - 50 and nutmeg.office_day() + 50
    union
    select l.user_id from public.client_letters l
    where l.template in ('document_request', 'form_reminder') and l.sent_at > now() - interval '50 days'
    union
    select d.client_id from public.client_dates d
    where d.done_at is null and d.due_on between nutmeg.office_day() - 1 and nutmeg.office_day() + 50
  ) o
  join public.clients c on c.id = o.client_id
  on conflict do nothing
$$;
