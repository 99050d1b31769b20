-- Whether a person or a machine has one of these roles. A token has its role as long as whoever
-- made it may make tokens, and users of a partner have theirs as long as it is active.
create function has_role(
  of_kind text, of_id integer, roles text[], token_makers text[], now_at timestamptz)
  returns boolean
  language plpgsql stable set search_path from current
as $$
declare
  token record;
begin
  if of_kind = 'service_token' then
    select issuer_kind, issuer_id into token from service_tokens
    where token_id = of_id and role = any(roles) and revoked_at is null and expires_at > now_at;
    return found and (token.issuer_kind is null
      or has_role(token.issuer_kind, token.issuer_id, token_makers, token_makers, now_at));
  end if;
  perform from users left join partners using (partner_id)
  where users.user_id = of_id and users.status = 'ACTIVE' and users.role = any(roles)
    and case when users.partner_id is null then of_kind = 'user'
             else of_kind = 'partner_user' and partners.status = 'ACTIVE' end;
  return found;
end $$;

-- Locks what `has_role` reads until the transaction ends.
create function lock_roles(of_kind text, of_id integer)
  returns void
  language plpgsql set search_path from current
as $$
declare
  home integer;
  token record;
begin
  if of_kind = 'service_token' then
    select issuer_kind, issuer_id into token from service_tokens where token_id = of_id for share;
    if token.issuer_kind is not null then
      perform lock_roles(token.issuer_kind, token.issuer_id);
    end if;
  else
    select partner_id into home from users where user_id = of_id for share;
    if home is not null then perform from partners where partner_id = home for share; end if;
  end if;
end $$;

-- Fails unless a person or a machine has one of these roles now. A user of a partner also needs the
-- row to be of the own partner, or of its test partner.
create function require_act(
  of_kind text, of_id integer, roles text[], token_makers text[], now_at timestamptz,
  of_partner_id integer, otherwise text)
  returns void
  language plpgsql set search_path from current
as $$
begin
  perform lock_roles(of_kind, of_id);
  if has_role(of_kind, of_id, roles, token_makers, now_at) and (
    of_kind <> 'partner_user' or exists (
      select from partners join users on users.partner_id in (partners.partner_id, partners.test_of)
      where users.user_id = of_id and partners.partner_id = of_partner_id))
  then return; end if;
  raise exception '%', otherwise using errcode = 'TS403';
end $$;
