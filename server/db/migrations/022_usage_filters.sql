-- The same list of a single application or API key, however many charges others made.
create index credit_charges_by_application on credit_charges (user_id, application_id, created_at, id);
create index credit_charges_by_key on credit_charges (user_id, api_key_id, created_at, id)
  where api_key_id is not null;
