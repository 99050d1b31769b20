-- Fails unless a person or a machine has one of these roles now. A user of a partner also needs the
-- row to be of the own partner, or of its test partner, and a second factor if the partner requires
-- one: `lock_roles` has locked the user, and every change of a factor locks the user, too. The
-- messages name the person, who is not always whoever sent the request.
create function require_act(
  of_kind text, of_id integer, roles text[], token_makers text[], now_at timestamptz,
  of_partner_id integer, otherwise text, without_factor text)
  returns void
  language plpgsql set search_path from current
as $$
begin
  perform lock_roles(of_kind, of_id);
  if not has_role(of_kind, of_id, roles, token_makers, now_at) or (
    of_kind = 'partner_user' and not exists (
      select from partners join users on users.partner_id in (partners.partner_id, partners.test_of)
      where users.user_id = of_id and partners.partner_id = of_partner_id))
  then
    raise exception '%', otherwise using errcode = 'TS403';
  end if;
  if of_kind = 'partner_user'
    and exists (
      select from users join partners using (partner_id)
      where users.user_id = of_id and partners.second_factor_required)
    and not exists (select from user_totps where user_id = of_id and secret is not null)
    and not exists (select from user_passkeys where user_id = of_id)
  then
    raise exception '%', without_factor using errcode = 'TS403';
  end if;
end $$;

-- The version before calls this.
create or replace function require_act(
  of_kind text, of_id integer, roles text[], token_makers text[], now_at timestamptz,
  of_partner_id integer, otherwise text)
  returns void
  language sql set search_path from current
as $$
  select require_act(
    of_kind, of_id, roles, token_makers, now_at, of_partner_id, otherwise,
    'a second factor is required; add one on Your account');
$$;
