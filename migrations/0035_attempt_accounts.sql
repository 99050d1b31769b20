-- The account of ours that was asked; empty where the supplier knows one only, or nobody noted it.
alter table supplier_attempts add column account text not null default '';
