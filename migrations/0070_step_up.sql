-- When a passkey has proved for the last time that it is the user who uses this session.
alter table user_sessions add column stepped_up_at timestamptz;
-- The session that a challenge of the purpose `step_up` proves this for.
alter table passkey_challenges add column session_id uuid;
alter table passkey_challenges drop constraint passkey_challenges_purpose_check;
alter table passkey_challenges add constraint passkey_challenges_purpose_check check (
  purpose in ('registration', 'sign_in')
  or (purpose = 'step_up' and user_id is not null and session_id is not null)) not valid;

-- Fails unless a passkey has proved after an instant that it is the user who uses a session, or the
-- user has none. The session is locked until the transaction ends: nothing ends it meanwhile.
create function require_step_up(of_session uuid, since timestamptz, otherwise text)
  returns void
  language plpgsql set search_path from current
as $$
declare
  used record;
begin
  select user_id, stepped_up_at into used from user_sessions
  where session_id = of_session for share;
  if found and (used.stepped_up_at > since
    or not exists (select from user_passkeys where user_id = used.user_id))
  then return; end if;
  raise exception '%', otherwise using errcode = 'TS428';
end $$;
