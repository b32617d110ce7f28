import { Refusal } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'

/** Refuses where real customers or real money may be. */
export function requireSandbox({ config }: Pick<OperatorContext, 'config'>): void {
  const { livemode, apiBase } = config.payments
  if (!config.isProduction && !livemode && apiBase !== null) return
  throw new Refusal('演示数据只能填入使用支付沙箱的开发环境', { code: 'PRODUCTION' })
}
