-- By itself: it waits for readers of `users`, and the index of 048 is not to be built again for that. The function stays
-- for nodes of the version before, which search with it until they are replaced.
drop index users_pairs;
