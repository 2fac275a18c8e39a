-- Rows for the tables that neither the demo nor the acts of generate.ts fill. A new table that stays empty gets one here.

insert into auth.code_attempts (token_id, who, attempts)
select id, 'stranger', 2 from auth.one_time_tokens limit 1;

insert into auth.mfa_challenges (factor_id, session_id)
select f.id, s.id from auth.mfa_factors f join auth.sessions s using (user_id) limit 1;

with codes as (
  insert into auth.mfa_factors (user_id, factor_type, status)
  select user_id, 'recovery_code', 'verified' from auth.mfa_factors where factor_type = 'totp' limit 1
  returning id
)
insert into auth.mfa_recovery_codes (factor_id, code_hash) select id, sha256('one of them') from codes;

insert into nutmeg.bad_addresses (address, reason) values ('gone@mail.example', '550 no such user');

insert into nutmeg.captcha_passes (id, action, spent_at) values (gen_random_uuid(), 'login', now());

insert into public.calendar_blocks (starts_at, ends_at, reason, author_id)
select now() + interval '30 days', now() + interval '31 days', 'a course', user_id
from public.user_profiles where role = 'super' limit 1;

-- The link of a zip.
insert into nutmeg.archive_links (id, owner_id, claims, paths)
select gen_random_uuid(), user_id, '{}', json_build_array(file_name) from public.file_uploads limit 1;

insert into nutmeg.backups (name, place, started_at, ended_at, bytes, documents, documents_copied)
values ('2026-11-22T02-30-00Z', 'file:///mnt/backup', now() - interval '1 hour', now(), 4300000, 52, 52);
insert into nutmeg.backup_documents (blob_id, place, size, sha256)
select id, 'file:///mnt/backup', size, sha256 from storage.blobs where sha256 is not null limit 1;
insert into nutmeg.wal_shipping (place, problem) values ('file:///mnt/backup', 'The folder is full.');

insert into nutmeg.findings (check_name, key, kind, what, path, client_id)
select 'documents', f.id::text, 'damaged', 'it was changed on the disk', f.file_path, f.user_id
from public.file_uploads f limit 1;
insert into nutmeg.recovery_sheets (fingerprint, confirmed_by_name) values ('3F2A-91C0', 'Dana Lee');
insert into nutmeg.imported (kind, id, fingerprint) values ('users', gen_random_uuid()::text, sha256('a user'));

insert into nutmeg.health_states (light, state, code, looked_at, since)
values ('mail', 'yellow', 'mail_to_folder', now(), now());
insert into nutmeg.servers (id, name, version) values (gen_random_uuid(), 'office', '1.0.0');

insert into nutmeg.invitations (email, first_name, last_name, role, token_hash, invited_by, expires_at)
select 'new.colleague@mail.example', 'Kim', 'Lee', 'admin', sha256('a link'), user_id, now() + interval '3 days'
from public.user_profiles where role = 'super' limit 1;
insert into nutmeg.email_corrections (user_id, email, token_hash, asked_by, expires_at)
select c.user_id, 'right@mail.example', sha256('another link'), s.user_id, now() + interval '3 days'
from public.user_profiles c cross join public.user_profiles s
where c.role = 'client' and s.role = 'super' limit 1;

-- The acts of a client.
select set_config('request.jwt.claims', jsonb_build_object('sub', user_id, 'role', 'authenticated')::text, true)
from public.user_profiles where email = 'nadia.haddad@mail.example';

select public.accept_client_invitation('MAPLE-24KQ7');
select public.write_to_office(gen_random_uuid(), auth.uid(), 'Hello Grace, you have the invoice for the oven now.');
select public.agree_to_texts(
  'I agree to get automated texts from Nutmeg at (203) 555-0142: reminders of what is open. Reply STOP to end.'
);
select public.pause_reminders(auth.uid(), 'week');

-- From here on, the super user: in the session that has shown the second factor.
select set_config('request.jwt.claims', jsonb_build_object(
  'sub', user_id, 'role', 'authenticated', 'session_id', id, 'aal', aal
)::text, true) from auth.sessions where aal = 'aal2';

with pixel as (
  select decode('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64') as bytes
), picture as (
  insert into nutmeg.office_pictures (id, added_by)
  select encode(sha256(convert_to('128 webp ' || octet_length(bytes) || ' ', 'UTF8') || bytes), 'hex'), auth.uid()
  from pixel
  returning id
)
insert into nutmeg.office_picture_files (picture_id, width, type, bytes)
select id, 128, 'webp', bytes from picture cross join pixel;

select public.record_form_print(id, submitted_at, true) from public.tax_forms limit 1;

select public.invite_to_client(
  gen_random_uuid(), id, 'helper', array['see', 'upload'], 'Sam Ortiz', 'tax_id_last4', '4402', 'sam.ortiz@mail.example'
) from public.clients where kind = 'business';

-- An imported client turns out to be one that the office opened by hand.
select public.import_clients(gen_random_uuid(), '[{
  "row": 2, "key": "carla benson 1187", "kind": "person", "first_name": "Carla", "last_name": "Benson", "email": "",
  "phone": "(860) 555-0171", "language": "en", "tax_id_last4": "1187",
  "address": {"street": "12 Orchard Lane", "city": "Hamden", "state": "CT", "zip": "06514"},
  "contacts": [{"relation": "spouse", "first_name": "Ray", "last_name": "Benson", "phone": "(860) 555-0172"}]
}]', false);
select public.save_client(gen_random_uuid(), 'person', 'Carla M.', 'Benson');
insert into public.client_notes (user_id, body)
select client_id, 'Her old folder is in the second cabinet.' from nutmeg.imported_clients;
select nutmeg.finish_client_merge(m.merge_id)
from nutmeg.imported_clients i cross join public.clients c
cross join lateral nutmeg.begin_client_merge(i.client_id, c.id, gen_random_uuid(), '{}') m
where c.name = 'Carla M. Benson';
-- Otherwise it holds until the commit.
select set_config('nutmeg.merging', '', true);

insert into public.saved_views (name, query, columns, shared)
values ('Waiting for documents', 'status=waiting_for_documents', array['email', 'tags'], true);
insert into public.staff_preferences (client_columns) values (array['email', 'phone', 'tags']);

select public.renew_task_feed();
insert into public.client_dates (client_id, kind, year, due_on)
select id, 'extension', nutmeg.office_year(), nutmeg.office_day() + 90 from public.clients where kind = 'business';

-- The server carries it out.
select public.start_bulk_job(gen_random_uuid(), 'tag', array[id], '{"tag": "bakery", "remove": false}')
from public.clients where kind = 'business';

select public.mark_thread_read(client_id, sequence, true) from public.thread_messages;
-- The mail to the client waits.
select public.write_to_client(gen_random_uuid(), user_id, 'Thank you! Was it paid in full?', array[id], true, id)
from public.file_uploads where file_name = 'Oven invoice.jpg';

select nutmeg.receive_text('SM4c1f', number, 'help') from nutmeg.text_consents;
select nutmeg.receive_text('SM9a07', '+12035550188', 'stop');

insert into nutmeg.reminders (client_id, day, groups)
select user_id, nutmeg.office_day() - 2, jsonb_build_array(
  jsonb_build_object('source', 'form', 'year', year, 'count', 1, 'due_on', null)
) from public.tax_form_drafts;
select nutmeg.find_reminder_rounds();

select public.visit_case(id) from public.clients where kind = 'business';

select public.mark_documents_used(array_agg(id), true) from public.file_uploads where file_name = 'EIN letter.pdf';
select public.file_document(f.id, i.year, i.item)
from public.file_uploads f join public.checklist_items i using (user_id)
where f.file_name = 'Oven invoice.jpg' and i.item = 'business-books';

-- A bill with a plan, of which the first payment came.
select public.save_invoice(gen_random_uuid(), id, '[
  {"kind": "service", "description": "S corporation return", "quantity": 1, "unit_cents": 95000},
  {"kind": "discount", "description": "Papers in order", "quantity": 1, "unit_cents": -5000}
]', nutmeg.office_day() + 30) from public.clients where kind = 'business';
select public.issue_invoice(id) from public.invoices;
select public.set_installments(id, jsonb_build_array(
  jsonb_build_object('due_on', due_on - 30, 'amount_cents', 30000),
  jsonb_build_object('due_on', due_on, 'amount_cents', 60000)
)) from public.invoices;
select public.record_payment(gen_random_uuid(), client_id, 30000, 'check', id, '1042') from public.invoices;
insert into nutmeg.checkouts (invoice_id, amount_cents, provider, session_id, url, expires_at, created_by)
select id, balance_cents, 'stripe', 'cs_7Tq2', 'https://checkout.example/cs_7Tq2', now() + interval '1 day', created_by
from public.invoices;
-- For a bill that isn't here.
select nutmeg.receive_card_payment('stripe', 'evt_5Rw8', 'cs_9Kd4', 'pi_5Rw8', gen_random_uuid(), 20000, 'usd');

select public.save_client_member(c.client_id, p.user_id, 'helper', array['see', 'upload'])
from public.tax_consents c join public.user_profiles p on p.email = c.recipient_email;
-- As if the office required a consent for helpers.
insert into nutmeg.consented_helpers (client_id, user_id, email)
select c.client_id, p.user_id, p.email
from public.tax_consents c join public.user_profiles p on p.email = c.recipient_email;

-- It waits for a second super user.
insert into nutmeg.client_deletions (client_id, requested_by)
select id, auth.uid() from public.clients where name = 'Carla M. Benson';
