drop index concurrently if exists issued_segments_by_item;
