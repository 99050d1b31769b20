-- How the codes of a product are drawn for a till to scan; null: as fits the text.
alter table product_contents add column barcode text;
