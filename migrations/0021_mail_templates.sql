-- The texts of mails to consumers, in one language, of one partner or of all.

create table mail_templates (
  -- Null: of all partners without their own.
  partner_id integer references partners (partner_id),
  language text not null check (length(language) between 2 and 12),
  subject text not null,
  text text not null,
  -- Null: mails have no part of HTML.
  html text,
  set_at timestamptz not null,
  set_by text not null
);
create unique index mail_templates_place on mail_templates (partner_id, language)
  nulls not distinct;

-- The language that a partner's consumers are written to.
alter table partners
  add column mail_language text not null default 'en'
    check (length(mail_language) between 2 and 12);
