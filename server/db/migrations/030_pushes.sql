-- What operators are told outside of the console: channels, what there was to tell, and to which channel it went.

create table push_channels (
  id uuid primary key,
  kind text not null constraint push_channels_kind
    check (kind in ('mail', 'wecom', 'dingtalk', 'feishu', 'telegram')),
  name text not null constraint push_channels_name unique,
  -- mail address, or webhook address and signing secret; encrypted under SECRET_KEY
  target bytea not null,
  topics text[] not null constraint push_channels_topics check (cardinality(topics) > 0),
  -- minutes after midnight by the shop's clock; both null: told at any hour
  quiet_from smallint constraint push_channels_quiet_from check (quiet_from between 0 and 1439),
  quiet_until smallint constraint push_channels_quiet_until check (quiet_until between 0 and 1439),
  created_at timestamptz not null,
  created_by text not null,
  -- until when one node sends: a channel gets one message at a time
  sending_until timestamptz,
  -- when a job looks at the channel again; null: none is planned
  wake_at timestamptz,
  last_tried_at timestamptz,
  last_sent_at timestamptz,
  -- of the last try; null: it succeeded
  last_error text,
  constraint push_channels_quiet check ((quiet_from is null) = (quiet_until is null) and quiet_from <> quiet_until)
);

create table push_messages (
  id uuid primary key,
  topic text not null,
  kind text not null,
  subject text not null,
  title text not null,
  -- an order number or another name; nothing about a person, since it goes to third parties
  detail text,
  -- the page of the console
  path text not null,
  created_at timestamptz not null,
  -- each thing is told once
  constraint push_messages_once unique (kind, subject)
);
create index push_messages_age on push_messages (created_at);

create table push_deliveries (
  channel_id uuid not null references push_channels (id) on delete cascade,
  message_id uuid not null references push_messages (id) on delete cascade,
  state text not null default 'waiting' constraint push_deliveries_state check (state in ('waiting', 'sent', 'dead')),
  tries smallint not null default 0,
  primary key (channel_id, message_id)
);
create index push_deliveries_waiting on push_deliveries (channel_id, message_id) where state = 'waiting';
create index push_deliveries_message on push_deliveries (message_id);
