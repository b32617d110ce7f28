-- A sent mail with a code keeps its masked receiver, by which it is found; other sent mails have none.
create index jobs_mails_receiver on jobs ((payload ->> 'to'), id desc) where kind = 'mail';
drop index jobs_mails_to;
