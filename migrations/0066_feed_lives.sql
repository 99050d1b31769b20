-- The life of the database in which the last numbers of a feed were given out: a later one may have
-- lost events, and leaves numbers out before it goes on.
alter table feeds add column life text;
