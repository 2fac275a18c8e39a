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

-- A download that waits to be opened.
with waiting as (
  insert into public.archives (user_id, owner_id, name, total_files, total_bytes)
  select user_id, user_id, 'papers.zip', 1, 1 from public.file_uploads limit 1
  returning id, owner_id
)
insert into nutmeg.archive_contents (archive_id, token_hash, claims, folder, object_ids, paths, folders, missing)
select w.id, sha256('a link'), '{}', w.owner_id::text, array[f.id], array[f.file_name], '{}', '{}'
from waiting w join lateral (select * from public.file_uploads f where f.user_id = w.owner_id limit 1) f on true;

-- An upload that was interrupted before its first piece was whole.
with whole as (
  insert into storage.blobs (id) values (gen_random_uuid()) returning id
), piece as (
  insert into storage.blobs (id) values (gen_random_uuid()) returning id
), begun as (
  insert into storage.uploads
    (id, role, owner, bucket_id, key, upsert, length, content_type, cache_control, tus_metadata)
  select w.id, 'authenticated', p.user_id, 'user-documents', p.user_id || '/half.pdf', false, 1000,
    'application/pdf', 'no-cache', ''
  from whole w cross join (select user_id from public.user_profiles where role = 'client' limit 1) p
  returning id
)
insert into storage.blob_pieces (blob_id, position, starts_at, piece_id)
select b.id, 0, 0, p.id from begun b cross join piece p;

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

insert into nutmeg.health_states (light, state, says, looked_at, since)
values ('mail', 'yellow', 'SMTP_URL is not set.', now(), now());
insert into nutmeg.servers (id, name, version) values (gen_random_uuid(), 'office', '1.0.0');

insert into nutmeg.invitations (email, first_name, last_name, role, token_hash, invited_by, expires_at)
select 'new.colleague@mail.example', 'Kim', 'Lee', 'admin', sha256('a link'), user_id, now() + interval '3 days'
from public.user_profiles where role = 'super' limit 1;
insert into nutmeg.email_corrections (user_id, email, token_hash, asked_by, expires_at)
select c.user_id, 'right@mail.example', sha256('another link'), s.user_id, now() + interval '3 days'
from public.user_profiles c cross join public.user_profiles s
where c.role = 'client' and s.role = 'super' limit 1;
