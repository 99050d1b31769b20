-- A link may ask for a signature of its partner's app in place of a code.
alter table links drop constraint links_second_factor_check;
alter table links add constraint links_second_factor_check
  check (second_factor in ('NONE', 'EMAIL', 'SIGNED')) not valid;
alter table link_templates drop constraint link_templates_second_factor_check;
alter table link_templates add constraint link_templates_second_factor_check
  check (second_factor in ('NONE', 'EMAIL', 'SIGNED')) not valid;
