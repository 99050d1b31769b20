-- When the links of a template send nothing by themselves.
alter table link_templates add column quiet_hours jsonb;
