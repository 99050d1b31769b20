-- What sweeps look for every second, at a cost that does not grow with the number of partners. The
-- count of a book changes seldom, so most updates of books stay on their page.
create index books_on_hold on books (partner_id) where orders_on_hold > 0;
create index partners_test on partners (partner_id) where test_of is not null;
