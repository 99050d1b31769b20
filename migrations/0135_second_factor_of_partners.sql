-- Whether an owner of a partner requires a second factor of all its users.
alter table partners add column second_factor_required boolean not null default false;

-- Fails unless a person or a machine has one of these roles now. A user of a partner also needs the
-- row to be of the own partner, or of its test partner, and a second factor if the partner requires
-- one: `lock_roles` has locked the user, and every change of a factor locks the user, too.
create or replace function require_act(
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
  then
    if of_kind <> 'partner_user' or not exists (
      select from users join partners using (partner_id)
      where users.user_id = of_id and partners.second_factor_required)
    then return; end if;
    if exists (select from user_totps where user_id = of_id and secret is not null)
      or exists (select from user_passkeys where user_id = of_id)
    then return; end if;
    raise exception 'a second factor is required; add one on Your account'
      using errcode = 'TS403';
  end if;
  raise exception '%', otherwise using errcode = 'TS403';
end $$;
