-- Phone numbers of the United States. domain/contact/phone.ts has the same rule.

-- The ten digits of a US number, however it is written; null if it is none, such as another country's. Never ten digits of
-- a longer number: that would be somebody else's.
create function nutmeg.us_phone(said text) returns text
  language sql immutable parallel safe
  as $$
  select case
    when char_length(said) > 200 or said ~ '[^\t-\r -~\u00a0\u00ad\u2000-\u206f\u2212\u3000\ufeff]'
      or said ~ '^[^0-9]*\+[^0-9]*[02-9]' or n.national ~ '^00' then null
    else n.national
  end
  from (select regexp_replace(said, '[^0-9]', '', 'g') as digits) d,
    lateral (
      select case
        when d.digits ~ '^(001|1)?[0-9]{10}$'
          and (char_length(d.digits) <> 10 or said !~ '^[\t-\r \u00a0\u2000-\u200a\u3000\ufeff]*(\+1|1[\t-\r \u00a0\u2000-\u200a\u3000\ufeff.(-])')
        then right(d.digits, 10)
      end as national
    ) n
  $$;
-- For the trigger of tables that callers write.
grant execute on function nutmeg.us_phone(text) to anon, authenticated, service_role;

create function nutmeg.check_us_phone() returns trigger
  language plpgsql
  as $$
begin
  if nutmeg.us_phone(new.phone) is null then
    raise exception 'US numbers only: ten digits' using errcode = '23514', detail = 'phone';
  end if;
  return new;
end
$$;
revoke execute on function nutmeg.check_us_phone() from public;

create trigger appointments_us_phone before insert or update of phone on public.appointments
  for each row execute function nutmeg.check_us_phone();
create trigger contact_submissions_us_phone before insert or update of phone on public.contact_submissions
  for each row when (new.phone <> '') execute function nutmeg.check_us_phone();
-- Of the person's own changes. Staff write down what a client says, whole: a number abroad, or an extension.
create trigger user_profiles_us_phone before update of phone on public.user_profiles
  for each row when (current_user = 'authenticated' and new.phone <> '' and new.phone <> old.phone)
  execute function nutmeg.check_us_phone();
