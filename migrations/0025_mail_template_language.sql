-- Unique text is compared by its bytes, whatever the collation of the database.
alter table mail_templates alter column language type text collate "C";
