-- What 057 and 058 ended and left for nodes of the version before them: nothing reads or writes it any more.
drop view order_versions;
alter table credit_accounts drop column version;
drop table email_recovery_links;
drop table email_recoveries;
