-- What people type into forms.

-- Phone numbers of the United States. domain/contact/phone.ts has the same rule.

-- The ten digits of a US number, however it is written; null if it is none, such as another country's. Never ten digits of
-- a longer number: that would be someone else's.
create function nutmeg.us_phone(said text) returns text
  language sql immutable parallel safe
  as $$
  select case
    when char_length(said) > 200 or said ~ '[^\t-\r -~\u00a0\u00ad\u2000-\u206f\u2212\u3000\ufeff]'
      or said ~ '^[^0-9]*\+[^0-9]*[02-9]' or n.national ~ '^00' then null
    else n.national
  end
  from (select regexp_replace(left(said, 200), '[^0-9]', '', 'g') as digits) d,
    lateral (
      select case
        when d.digits ~ '^(001|1)?[0-9]{10}$'
          and (char_length(d.digits) <> 10 or said !~ '^[\t-\r \u00a0\u2000-\u200a\u3000\ufeff]*(\+1|1[\t-\r \u00a0\u2000-\u200a\u3000\ufeff.(-])')
        then right(d.digits, 10)
      end as national
    ) n
  $$;

-- What forms refuse is refused here, too, with the sentence and the field: the page shows both in its language. By the same
-- rules as domain/contact and domain/booking; app/account/form-rules.test.ts compares them.

-- Whether a text has nothing that can be seen, as JavaScript trims it.
create function nutmeg.is_blank(said text) returns boolean
  language sql immutable parallel safe
  as $$ select said !~ '[^\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]' $$;

create function nutmeg.is_email(said text) returns boolean
  language sql immutable parallel safe
  as $$
  select char_length(said) <= 1000 and said ~ ('^[^@' || c.no || ']+@[^@.' || c.no || ']+([.][^@.' || c.no || ']+)+$')
  from (values ('\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff')) as c (no)
  $$;

create function nutmeg.check_appointment() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if nutmeg.is_blank(new.name) then
    raise exception 'Full name is required' using errcode = '23514', detail = 'name';
  elsif nutmeg.us_phone(new.phone) is null then
    raise exception 'US numbers only: ten digits' using errcode = '23514', detail = 'phone';
  elsif not nutmeg.is_email(new.email) then
    raise exception 'Write the email like this: name@example.com' using errcode = '23514', detail = 'email';
  end if;
  return new;
end
$$;

create function nutmeg.check_message() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if nutmeg.is_blank(new.name) then
    raise exception 'Name is required' using errcode = '23514', detail = 'name';
  elsif not nutmeg.is_email(new.email) then
    raise exception 'Write the email like this: name@example.com' using errcode = '23514', detail = 'email';
  elsif new.phone <> '' and nutmeg.us_phone(new.phone) is null then
    raise exception 'US numbers only: ten digits' using errcode = '23514', detail = 'phone';
  elsif nutmeg.is_blank(new.message) then
    raise exception 'Message is required' using errcode = '23514', detail = 'message';
  end if;
  return new;
end
$$;

create function nutmeg.check_own_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if nutmeg.is_blank(new.first_name) and new.first_name <> old.first_name then
    raise exception 'First name is required' using errcode = '23514', detail = 'first_name';
  elsif nutmeg.is_blank(new.last_name) and new.last_name <> old.last_name then
    raise exception 'Last name is required' using errcode = '23514', detail = 'last_name';
  elsif new.phone <> old.phone and nutmeg.us_phone(new.phone) is null then
    raise exception 'US numbers only: ten digits' using errcode = '23514', detail = 'phone';
  end if;
  return new;
end
$$;
revoke execute on function nutmeg.us_phone(text), nutmeg.is_blank(text), nutmeg.is_email(text),
  nutmeg.check_appointment(), nutmeg.check_message(), nutmeg.check_own_profile() from public;

-- Not what an import brings, or the office's own programs: it stays as it was written then. `book_time` gets what
-- server/functions/calendar.ts has checked.
create trigger appointments_checked before insert or update of name, email, phone on public.appointments
  for each row when (current_user in ('anon', 'authenticated')) execute function nutmeg.check_appointment();
create trigger contact_submissions_checked before insert on public.contact_submissions
  for each row when (current_user in ('anon', 'authenticated')) execute function nutmeg.check_message();
-- Of the person's own changes. Staff write down what a client says, whole: a number abroad, or an extension.
create trigger user_profiles_checked before update of first_name, last_name, phone on public.user_profiles
  for each row when (current_user = 'authenticated') execute function nutmeg.check_own_profile();
