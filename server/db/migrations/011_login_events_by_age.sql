-- What is too old is looked for every ten minutes, among all logins there were.
create index login_events_age on login_events (created_at);
