-- The person behind somebody who acts: whoever made a token of a machine, or the token by which it
-- was made. Both are named as `user:7` and `service_token:3` are.
create function person_behind(actor text)
  returns text
  language plpgsql stable set search_path from current
as $$
declare
  token record;
begin
  if actor not like 'service_token:%' then return actor; end if;
  select issuer_kind, issuer_id into token from service_tokens
  where token_id = split_part(actor, ':', 2)::integer;
  if token.issuer_kind is null then return actor; end if;
  return person_behind(token.issuer_kind || ':' || token.issuer_id);
end $$;
