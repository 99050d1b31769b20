-- What claims of a template's links may be before a person looks at them.
alter table link_templates add column claim_rules jsonb;

-- Why a link waits for a person of the operator, until when, and when somebody released it.
alter table links add column review_reason text;
alter table links add column review_until timestamptz;
alter table links add column reviewed_at timestamptz;

-- Claims of links with rules, counted by a day.
create table link_claim_checks (
  partner_id integer not null,
  link_no bigint not null,
  -- Which claim of its link, from 0: a form that is sent again is counted once.
  claim_no integer not null,
  template_id uuid not null,
  network_blind bytea not null,
  address_blind bytea,
  amount_minor bigint not null,
  currency text not null,
  checked_at timestamptz not null,
  constraint link_claim_checks_pkey primary key (partner_id, link_no, claim_no)
);
create index link_claim_checks_of_template
  on link_claim_checks (partner_id, template_id, checked_at);
create index link_claim_checks_by_time on link_claim_checks (checked_at);
