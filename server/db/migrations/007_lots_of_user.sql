-- All lots of a user, emptied ones too: a payment looks for a debt, the proof adds all of them up.
create index credit_lots_user on credit_lots (user_id);
