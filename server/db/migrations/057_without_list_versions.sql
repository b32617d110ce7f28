-- No list is read from a replica any more. Nodes of the version before compare the two versions on both servers until
-- they are replaced: random ones are never the same, so that they read from the primary. A later file drops the view
-- and credit_accounts.version.
drop trigger credit_holds_renew_version on credit_holds;
drop function renew_version_of_holder();
drop trigger credit_accounts_renew_version on credit_accounts;
drop function renew_credit_version();
alter table credit_accounts alter column version drop default;
drop trigger orders_renew_version on orders;
drop function renew_order_version();
drop table order_versions;
create view order_versions as select id as user_id, gen_random_uuid() as version from users;
