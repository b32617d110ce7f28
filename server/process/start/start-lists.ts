import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { Sql } from '../../db/sql.ts'
import { type Lists, listsOf, replicaLists } from '../../replica/lists.ts'
import { currentRequestId } from '../../request-id.ts'
import type { Instruments } from '../metrics/metrics.ts'

interface Parts {
  config: Pick<Config, 'databaseReplicaUrl' | 'databasePrepare'>
  sql: Sql
  log: FastifyBaseLogger
  instruments: Instruments
  cleanup: AsyncDisposableStack
}

/** Customers' lists, from the replica where one is named; the start does not wait for it. */
export function startLists({ config, sql, log, instruments, cleanup }: Parts): Lists {
  const { databaseReplicaUrl: url, databasePrepare: prepare } = config
  if (url === null) return listsOf(sql)
  const lists = replicaLists(sql, url, {
    prepare,
    requestId: currentRequestId,
    onSlow: (statement) =>
      log.warn({ ...statement, reqId: currentRequestId(), on: 'replica' }, 'slow statement'),
    onRead: instruments.countListRead,
    onChange(problem) {
      if (problem === null) log.info('customers’ lists are read from the replica')
      else
        log.warn(
          { problem },
          'customers’ lists are read from the primary: the replica does not serve',
        )
    },
  })
  cleanup.defer(() => lists.stop())
  return lists
}
