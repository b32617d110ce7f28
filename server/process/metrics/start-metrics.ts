import type { Config } from '../../config.ts'
import type { Sql } from '../../db/sql.ts'
import type { Operations } from './operations.ts'

/** Without an operations port nothing is measured, and the library that counts is not even loaded. */
const UNMEASURED: Operations = {
  observe: async () => {},
  timed: (payments) => payments,
  cspViolation: () => {},
}

/** Opens the operations port when there is one. */
export async function startOperations(
  { opsPort, opsHost }: Pick<Config, 'opsPort' | 'opsHost'>,
  sql: Sql,
  cleanup: AsyncDisposableStack,
): Promise<Operations> {
  if (opsPort === null) return UNMEASURED
  const [{ createMetrics }, { startOpsServer }] = await Promise.all([
    import('./metrics.ts'),
    import('./metrics-server.ts'),
  ])
  const metrics = createMetrics(sql)
  const server = await startOpsServer({ port: opsPort, host: opsHost }, metrics.registry)
  cleanup.defer(() => server.stop())
  return metrics
}
