-- A message to the office is about one of the subjects that its page offers (domain/contact/subjects.ts; a test
-- compares the two lists). A trigger, not a constraint: messages from earlier releases may have another subject, and
-- staff still change their status.
create function nutmeg.check_contact_subject() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if new.subject not in (
    'general-inquiry', 'tax-services', 'pricing', 'appointment', 'technical-support', 'refund-status',
    'business-website', 'business-registration', 'upload-questions', 'app-development', 'seo-questions',
    'print-questions', 'bookkeeping-questions', 'privacy-policy-inquiry', 'other'
  ) then
    raise exception 'Please choose one of the subjects on the list.'
      using errcode = '23514', detail = 'The subject of a message is one of those that the contact page offers.';
  end if;
  return new;
end
$$;
create trigger contact_submissions_subject before insert on public.contact_submissions
  for each row execute function nutmeg.check_contact_subject();
