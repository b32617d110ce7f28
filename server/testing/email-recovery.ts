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
  const actionId = await beginAction(server.sql, {
    ...{ channel: 'terminal', operator: 'root@shop', operatorId: null, sessionId: null },
    ...{ address: null, mark: null, weight: null, signature: null, given: {} },
    ...{ command: 'users change-email', subject: user.id, reason: '核实过' },
  })
  const given = {
    ...{ userId: user.id, oldEmail: user.email, newEmail, removesSecondFactor },
    actionId: actionId ?? uuidv7(),
  }
  const dueAt = await server.sql.begin((tx) => beginRecovery(server.deps, tx, given))
  return {
    dueAt,
    stop: await readMailedToken(server, user.email, 'stop'),
    confirm: await readMailedToken(server, newEmail, 'confirm'),
  }
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
