import { setTimeout as delay } from 'node:timers/promises'
import { connect, type Query } from '../../db/sql.ts'
import { findReplicaProblem, type ReplicaProblem } from '../../replica/replica-problem.ts'
import { readServerIdentity } from '../../replica/replica.store.ts'
import { toOperatorFailure } from '../failure.ts'
import { bad, type Check, type CheckContext, good, note, sizeText } from './check.ts'

const CONNECT_MS = 2_000
/** A replica that has not come so far by then is behind. */
const CATCH_UP_MS = 2_000
const LOOK_MS = 50

const PROBLEMS: Readonly<Record<ReplicaProblem, string>> = {
  'not a replica': '那里不是备库：它可以写入，或已经升为主库',
  'of another shop': '那里是另一家商店的数据库',
  'of another server': '它跟随的不是 DATABASE_URL 的主库',
}

export const replicaCheck: Check = { id: 'replica', title: '备库', run: checkReplica }

async function checkReplica({ config, sql }: CheckContext) {
  const { databaseReplicaUrl: url, databasePrepare: prepare } = config
  if (url === null) return good('没有设置 DATABASE_REPLICA_URL，列表都从主库读')
  const replica = connect(url, {
    ...{ max: 1, connectMs: CONNECT_MS, prepare, applicationName: 'operator' },
  })
  try {
    const primary = await readServerIdentity(sql)
    const found = await readServerIdentity(replica).catch(reasonOf)
    if (typeof found === 'string')
      return note(`备库不能用，列表改从主库读：${found}`, '请让它重新跟随主库，或去掉这个设置')
    const problem = findReplicaProblem(primary, found)
    if (problem !== null)
      return bad(
        `DATABASE_REPLICA_URL ${PROBLEMS[problem]}，列表改从主库读`,
        '请写这个主库的备库，或去掉这个设置',
      )
    const missing = await waitForPosition(replica, primary.position)
    if (missing > 0)
      return note(
        `落后主库 ${sizeText(missing)}，刚有变动的顾客的列表改从主库读`,
        '请看它是否太忙，或停止了重放（pg_is_wal_replay_paused）',
      )
    return good('跟得上主库，顾客的订单和用量列表从那里读')
  } finally {
    await replica.end()
  }
}

/** How many bytes are missing when the time is over. */
async function waitForPosition(replica: Query, wanted: number | null): Promise<number> {
  for (const deadline = Date.now() + CATCH_UP_MS; ; await delay(LOOK_MS)) {
    const { position } = await readServerIdentity(replica)
    const missing = wanted === null || position === null ? 0 : wanted - position
    if (missing <= 0 || Date.now() > deadline) return Math.max(0, missing)
  }
}

/** The sentence for the database, about the other setting. */
function reasonOf(error: unknown): string {
  const [line = ''] = toOperatorFailure(error).message.split('\n', 1)
  return line.replaceAll('DATABASE_URL', 'DATABASE_REPLICA_URL')
}
