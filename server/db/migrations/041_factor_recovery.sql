-- A customer who has lost the second factor alone needs no new address: null leaves the address as it is.
alter table email_recoveries
  alter column new_email drop not null,
  add constraint email_recoveries_purpose check (new_email is not null or removes_second_factor);
