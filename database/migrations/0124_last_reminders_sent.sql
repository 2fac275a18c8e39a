-- A reminder that went out (0124_last_reminders).
create trigger reminders_reminded after insert on nutmeg.reminders
  for each row execute function nutmeg.note_last_reminder('client_id', 'sent_at');

insert into nutmeg.last_reminders as l (client_id, at)
select r.client_id, max(r.sent_at) from nutmeg.reminders r
where exists (select from public.user_profiles p where p.user_id = r.client_id)
group by r.client_id
on conflict (client_id) do update set at = greatest(l.at, excluded.at);
