-- What claims of all links of a partner may be, and whether claims are checked at all: by these
-- rules, or by those of a template.
alter table partners add column claim_rules jsonb;
alter table partners add column claims_checked boolean not null default false;
-- In two statements: Citus changes no reference table by what a distributed one has.
do $$
declare
  checked integer[];
begin
  select array_agg(distinct partner_id) into checked
  from link_templates where claim_rules is not null;
  update partners set claims_checked = true where partner_id = any(checked);
end
$$;

-- The rules of a partner count claims of links without a template, too.
alter table link_claim_checks alter column template_id drop not null;
create index link_claim_checks_of_partner on link_claim_checks (partner_id, checked_at);
drop index link_claim_checks_of_template;
