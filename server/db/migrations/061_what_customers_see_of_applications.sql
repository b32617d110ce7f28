-- What customers read for the names of an application's usage: a list of {name, label} in the order of the application.
alter table applications add column usage_labels jsonb not null default '[]'
  check (jsonb_typeof(usage_labels) = 'array');

-- Where customers find the application.
alter table applications add column home_url text;

-- The demo's tools site has room for a hundred chats a second where nobody has set another number.
update applications set calls_per_second = 1000 where client_id = 'client_demo_tools' and calls_per_second = 200;
