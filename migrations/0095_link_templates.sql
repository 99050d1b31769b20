-- How the pages and mails of a partner's links look and speak. None is ever removed: links name it.
create table link_templates (
  partner_id integer not null,
  template_id uuid not null,
  name text not null,
  logo_image_id text,
  accent_color text,
  paper_color text,
  sender_name text,
  reply_to text,
  second_factor text not null default 'NONE',
  -- By currency, in minor units, from which amount on the second factor is asked for.
  second_factor_from jsonb,
  texts jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint link_templates_pkey primary key (partner_id, template_id),
  constraint link_templates_second_factor_check check (second_factor in ('NONE', 'EMAIL'))
);

alter table links add column template_id uuid;
