-- Purchases that something is wrong with, which are few: whoever closes one looks for others.
create index upstream_purchases_faulty on upstream_purchases (product_id) where fault is not null;
