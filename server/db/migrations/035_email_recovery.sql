-- Changes of e-mail for users who lost their mailbox. Each waits, so that the old address can stop it.
create table email_recoveries (
  id uuid primary key,
  user_id uuid not null references users (id),
  old_email text not null,
  new_email text not null,
  -- who asked, why, and who signed
  action_id uuid not null references operator_actions (id),
  created_at timestamptz not null,
  due_at timestamptz not null,
  -- when the link in the new mailbox was used; null: not yet
  confirmed_at timestamptz,
  -- when the old address was reminded; null: not yet
  reminded_at timestamptz,
  state text not null default 'waiting'
    constraint email_recoveries_state check (state in ('waiting', 'done', 'stopped', 'failed')),
  ended_at timestamptz,
  -- why it was stopped or failed
  end_reason text constraint email_recoveries_end_reason check (
    end_reason in ('user', 'operator', 'blocked', 'closing', 'changed', 'unconfirmed', 'taken')),
  constraint email_recoveries_ended check ((state = 'waiting') = (ended_at is null)),
  constraint email_recoveries_explained check ((state in ('stopped', 'failed')) = (end_reason is not null))
);
create unique index email_recoveries_waiting on email_recoveries (user_id) where state = 'waiting';
create index email_recoveries_user on email_recoveries (user_id, created_at);
create index email_recoveries_ending on email_recoveries (ended_at) where state <> 'waiting';

-- Links of the mails about them: each does one thing.
create table email_recovery_links (
  -- SHA-256 of the token
  token_hash bytea primary key,
  recovery_id uuid not null references email_recoveries (id) on delete cascade,
  purpose text not null constraint email_recovery_links_purpose check (purpose in ('stop', 'confirm'))
);
create index email_recovery_links_recovery on email_recovery_links (recovery_id);

-- `site`: what customers and the shop itself did to what an operator had asked for
alter table operator_actions
  drop constraint operator_actions_channel,
  add constraint operator_actions_channel check (channel in ('terminal', 'console', 'site'));
