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
