-- A new address for a lost mailbox, and the end of a lost second factor, take effect at once. What waited for its 72
-- hours ends here: address and second factor stay, and operators may act again. Nodes of the version before find nothing
-- that waits and cannot begin anything; their links answer that they have ended. A later file drops both tables.
alter table email_recoveries add constraint email_recoveries_have_ended check (false) not valid;

-- ids as the program makes them: version 7, by time
insert into operator_actions (id, channel, operator, command, given, subject, outcome, result, finished_at)
select
  (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || '7' || substr(md5(id::text), 1, 3) || '8' || substr(md5(id::text), 4, 15))::uuid,
  'site', '系统', case when new_email is null then 'factor-recovery stop' else 'email-recovery stop' end,
  '{}', user_id::text, 'done', jsonb_build_object('recovery', id, 'reason', 'upgrade'), clock_timestamp()
from email_recoveries where state = 'waiting';

delete from email_recoveries;

-- requests for a second signature agreed to those 72 hours
update operator_requests set given = '{}', preview = '{}', expires_at = now()
where outcome is null and expires_at > now()
  and command in ('users change-email', 'users change-email-stop', 'users remove-second-factor', 'users block');
