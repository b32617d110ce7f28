-- Large movements of credit, which the console looks for among all users: a list of few, that no ordinary charge writes.
-- `LARGE` in server/console/credit/ledger-search.store.ts is the same amount.
create index credit_ledger_large on credit_ledger (created_at, user_id, position) where abs(delta) >= 10000;
