import type { Config } from '../../config.ts'
import type { Sql } from '../../db/sql.ts'
import type { Instruments } from './metrics.ts'

/** Without a port for metrics nothing is measured, and the library that counts is not even loaded. */
const UNMEASURED: Instruments = {
  observeAnswers: async () => {},
  timePayments: (payments) => payments,
  countViolation: () => {},
}

/** Serves the metrics when there is a port for them. */
export async function startMetrics(
  { opsPort, opsHost }: Pick<Config, 'opsPort' | 'opsHost'>,
  sql: Sql,
  cleanup: AsyncDisposableStack,
): Promise<Instruments> {
  if (opsPort === null) return UNMEASURED
  const [{ createMetrics }, { startMetricsServer }] = await Promise.all([
    import('./metrics.ts'),
    import('./metrics-server.ts'),
  ])
  const metrics = createMetrics(sql)
  const server = await startMetricsServer({ port: opsPort, host: opsHost }, metrics.registry)
  cleanup.defer(() => server.stop())
  return metrics
}
