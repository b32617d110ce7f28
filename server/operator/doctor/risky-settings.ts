import {
  acceptsAnyCertificate,
  type Config,
  processEnvironment,
  settingsFile,
} from '../../config/config.ts'
import { listStartWarnings } from '../../process/start/checks/start-warnings.ts'
import { isLoopback } from '../../lib/loopback.ts'
import type { Content } from '../../site/content/load-content.ts'
import { findUnknownSettings } from '../../config/unknown-settings.ts'

export interface RiskySetting {
  /** One sentence with what to do. */
  text: string
  isBad: boolean
}

/** The process has read `.env` when it was this old at most. */
const START_MS = 10_000

/** Settings that are misspelt, do not fit together or endanger the shop. */
export function riskySettings(config: Config, content: Content): RiskySetting[] {
  const rules: readonly [holds: boolean, isBad: boolean, text: string][] = [
    [
      acceptsAnyCertificate(),
      true,
      'NODE_TLS_REJECT_UNAUTHORIZED=0 让任何证书都被接受，连接可以被人冒充：请去掉它',
    ],
    [
      config.console !== null && !isLoopback(config.console.host) && isInPublic(config),
      false,
      'CONSOLE_HOST 是所有地址：请确认防火墙只让同事的网络到达控制台',
    ],
    [isOutdated(), false, '.env 在启动之后改过：这里显示的是启动时的值，重新启动才会生效'],
  ]
  const unknownSettings = findUnknownSettings(processEnvironment())
  return [
    ...rules.filter(([holds]) => holds).map(([, isBad, text]) => ({ isBad, text })),
    ...listStartWarnings({ config, content, plans: [], unknownSettings })
      .filter(({ name }) => name !== 'demo_content')
      .map(({ text }) => ({ isBad: false, text })),
  ]
}

function isInPublic({ console: settings }: Config): boolean {
  return settings?.host === '0.0.0.0' || settings?.host === '::'
}

function isOutdated(): boolean {
  const changedAt = settingsFile()?.changedAt.getTime() ?? 0
  return changedAt > performance.timeOrigin + START_MS
}
