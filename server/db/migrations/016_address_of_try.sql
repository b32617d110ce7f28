-- The network address from which a card was tried, until the end of that try is known: a refusal, or a
-- challenge of the bank that was refused or left, counts as a declined card of the address. Every end of a
-- try and of its order clears it, so nothing of it stays when an account is closed.
alter table orders add column attempted_from text;
