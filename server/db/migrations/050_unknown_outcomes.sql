-- an action whose commit or refund was not answered has come about or not: nobody knows it yet

alter table operator_actions drop constraint operator_actions_outcome_check;
alter table operator_actions add constraint operator_actions_outcome_check
  check (outcome in ('done', 'refused', 'failed', 'unknown')) not valid;
