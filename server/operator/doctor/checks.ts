import type { Check } from './check.ts'
import { databaseChecks } from './database-checks.ts'
import { machineChecks } from './machine-checks.ts'
import { mailChecks } from './mail-checks.ts'
import { replicaCheck } from './replica-check.ts'
import { paymentChecks } from './payment-checks.ts'
import { siteChecks } from './site-checks.ts'
import { workChecks } from './work-checks.ts'

/** All checks, in the order in which they are shown. */
export const checks: readonly Check[] = [
  ...databaseChecks,
  replicaCheck,
  ...paymentChecks,
  ...mailChecks,
  ...machineChecks,
  ...siteChecks,
  ...workChecks,
]
