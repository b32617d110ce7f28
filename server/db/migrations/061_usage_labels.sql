-- What customers read for the names of an application's usage: a list of {name, label} in the order of the application.
alter table applications add column usage_labels jsonb not null default '[]'
  check (jsonb_typeof(usage_labels) = 'array');
