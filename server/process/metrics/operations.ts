import type { FastifyPluginAsync } from 'fastify'
import type { Payments } from '../../gateways/payments/payments.ts'
import type { Violation } from '../../http/reports/csp-report.ts'

export interface Operations {
  /** Measures the answers of all routes; registered before them. */
  observe: FastifyPluginAsync
  timed(payments: Payments): Payments
  cspViolation(violation: Violation): void
}
