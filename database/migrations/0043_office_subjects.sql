-- The list of subjects binds visitors and clients, who write by the contact page. The office's own apps and an import of
-- older messages (service_role, the owner) may use any subject.
drop trigger contact_submissions_subject on public.contact_submissions;
create trigger contact_submissions_subject before insert on public.contact_submissions
  for each row when (current_user in ('anon', 'authenticated'))
  execute function nutmeg.check_contact_subject();
