-- Accounts that were closed before 042. A file of its own: a node of the version before that closes an account meanwhile
-- runs the new trigger already. Some milliseconds an account, and locks on closed accounts' rows alone.
select forget_texts_about(id) from users where closed_at is not null;
