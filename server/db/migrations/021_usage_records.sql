-- A customer's list of what was done with the credit, newest first, between two days.
create index credit_charges_recent on credit_charges (user_id, created_at, id);
create index credit_holds_recent on credit_holds (user_id, created_at, id) where state <> 'captured';
