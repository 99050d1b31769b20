-- The day of the list that a rate was imported from, as its beginning in UTC; null where it comes
-- from no dated list. Lists of the ECB had it in their source alone; a day that had not come by now
-- was taken on trust then, and is not.
alter table fx_rates add column list_day timestamptz;

update fx_rates set list_day = listed.day
from generate_series(timestamptz '1999-01-01Z', now(), interval '24 hours') as listed (day)
where source = 'ECB ' || to_char(listed.day at time zone 'UTC', 'YYYY-MM-DD');
