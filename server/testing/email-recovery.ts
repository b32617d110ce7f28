import { beginRecovery } from '../account/email-recovery/begin-recovery.ts'
import { runRecoveries } from '../account/email-recovery/run-recoveries.ts'
import { revokeAccessSince } from '../applications/keys/end-spending.ts'
import { uuidv7 } from '../db/ids.ts'
import { beginAction } from '../operator/audit/actions.store.ts'
import type { TestServer, TestUser } from './harness.ts'
import { readMailedToken } from './mailed-secrets.ts'

type Server = Pick<TestServer, 'sql' | 'deps' | 'mails' | 'config'>

/** An operator's change of the user's address, as it is once it was signed; the tokens of its mails. */
export async function startRecovery(
  server: Server,
  { user }: TestUser,
  newEmail: string,
  { removesSecondFactor = false } = {},
) {
  const actionId = await beginOperatorAction(server, user.id, 'users change-email')
  const given = {
    ...{ userId: user.id, oldEmail: user.email, newEmail, removesSecondFactor },
    ...{ actionId, isBlocked: false },
  }
  const dueAt = await server.sql.begin((tx) => beginRecovery(server.deps, tx, given))
  return {
    dueAt,
    stop: await readMailedToken(server, user.email, 'stop'),
    confirm: await readMailedToken(server, newEmail, 'confirm'),
  }
}

/** An operator's removal of the user's second factor alone, as it is once it was signed; the token of its mail. */
export async function startFactorRecovery(server: Server, { user }: TestUser) {
  const actionId = await beginOperatorAction(server, user.id, 'users remove-second-factor')
  const given = {
    ...{ userId: user.id, oldEmail: user.email, newEmail: null },
    ...{ removesSecondFactor: true, actionId, isBlocked: false },
  }
  const dueAt = await server.sql.begin((tx) => beginRecovery(server.deps, tx, given))
  return { dueAt, keep: await readMailedToken(server, user.email, 'keep') }
}

async function beginOperatorAction(
  { sql }: Server,
  subject: string,
  command: string,
): Promise<string> {
  const actionId = await beginAction(sql, {
    ...{ channel: 'terminal', operator: 'root@shop', operatorId: null, sessionId: null },
    ...{ address: null, mark: null, weight: null, signature: null, given: {} },
    ...{ command, subject, reason: '核实过' },
  })
  return actionId ?? uuidv7()
}

/** One turn of the timed job. */
export function runRecoveryJob({ deps }: Pick<TestServer, 'deps'>): Promise<void> {
  return runRecoveries({ ...deps, revokeAccessSince }, new AbortController().signal)
}

const HOUR = 60 * 60 * 1000

/** 72 hours and a second, with the reminder after 48: the next turn of the job makes the change. */
export async function passRecoveryWait(
  server: Pick<TestServer, 'deps' | 'advance'>,
): Promise<void> {
  server.advance(48 * HOUR)
  await runRecoveryJob(server)
  server.advance(24 * HOUR + 1000)
}
