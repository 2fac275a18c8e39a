-- From now on, a session's tokens begin a new line at the second step, so that no token of before leads to one of after it.
-- Those that were given before and wait for their first use get the same. "floor": the proof's time has no fractions.
update auth.refresh_tokens t set parent_id = null
from auth.refresh_tokens used, auth.sessions s, jsonb_array_elements(s.amr) as proof
where used.id = t.parent_id and s.id = t.session_id and t.used_at is null
  and proof ->> 'method' in ('totp', 'mfa/recovery_code')
  and (proof ->> 'timestamp')::float8 >= floor(extract(epoch from used.created_at));
