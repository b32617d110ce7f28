import type { Config } from '../../config/config.ts'
import type { Sql } from '../../db/sql.ts'
import type { Instruments } from './metrics.ts'

/** Without OPS_PORT nothing is measured and prom-client is not loaded. */
const UNMEASURED: Instruments = {
  measureResponses: async () => {},
  timePayments: (payments) => payments,
  countViolation: () => {},
}

/** Serves the metrics when OPS_PORT is set. */
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
