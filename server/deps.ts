import type { FastifyBaseLogger } from 'fastify'
import type { Passwords } from './account/password/passwords.ts'
import type { Config } from './config/config.ts'
import type { Sql } from './db/sql.ts'
import type { Captcha } from './gateways/captcha/captcha.ts'
import type { Payments } from './gateways/payments/payments.ts'
import type { Limits } from './http/limits/limits.ts'
import type { ShopIdentity } from './gateways/payments/shop-identity.store.ts'
import type { Content } from './site/content/load-content.ts'

/** Everything that features use from outside; built once by start-shop.ts, the operator's program or the test harness. */
export interface Deps {
  config: Config
  sql: Sql
  now: () => Date
  log: FastifyBaseLogger
  content: Content
  captcha: Captcha
  payments: Payments
  shop: ShopIdentity
  passwords: Passwords
  limits: Limits
}
